import { systemClock } from '../../../../apimachinery/clock/index.js';
import { type Condition, formatTime, isSameTime, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, tooMany, validateConditions } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';
import { ageColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { earlierVersion } from '../../../types/index.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { type DeviceTaint, validateTaint } from '../device-taints.js';
import { validatePoolName, validateShortName } from '../names.js';

interface RuleSpec {
  readonly deviceSelector?: { readonly driver?: string; readonly pool?: string; readonly device?: string };
  readonly taint: DeviceTaint;
}

const [path, conditionsPath] = [FieldPath.of('spec'), FieldPath.of('status', 'conditions')];
const maxConditions = 8;

function specOf({ spec }: JsonObject): RuleSpec {
  return objectIn(spec) as unknown as RuleSpec;
}

const { main, status } = withStatusApart(
  {
    returnsDeletedObject: true,
    prepareForUpdate: renewTime,
    validate: (rule) => validateRule(rule),
    validateUpdate: ({ object, old }) => validateRule(object, old),
  },
  { generation: 'counted', metadata: 'kept', validateStatus },
);

const parts = {
  columns: [
    nameColumn,
    textColumn('Key', (rule) => specOf(rule).taint.key),
    textColumn('Value', (rule) => specOf(rule).taint.value ?? ''),
    textColumn('Effect', (rule) => specOf(rule).taint.effect),
    textColumn('TimeAdded', (rule) => sinceTime(specOf(rule).taint.timeAdded)),
    ageColumn,
  ],
  applyDefaults: (rule: JsonObject) => {
    specOf(rule).taint.timeAdded ??= formatTime(systemClock.now());
  },
};

/** Taints that an administrator sets on devices, independent of the driver. */
export const deviceTaintRules = defineResource({
  kind: 'DeviceTaintRule',
  plural: 'devicetaintrules',
  scope: 'Cluster',
  versions: {
    v1beta2: earlierVersion('resource.k8s.io/v1beta2', 'DeviceTaintRule', parts),
    v1alpha3: earlierVersion('resource.k8s.io/v1alpha3', 'DeviceTaintRule', {
      ...parts,
      deprecation: { since: 36, until: 39 },
    }),
  },
  hashedVersion: 'v1alpha3',
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

/** Updates the time when the effect changes. */
function renewTime({ object, old }: Replacement): void {
  const [after, before] = [specOf(object).taint, specOf(old).taint];
  const isRenewed = after.effect !== before.effect && isSameTime(after.timeAdded, before.timeAdded);
  if (isRenewed) after.timeAdded = formatTime(systemClock.now());
}

function validateRule(rule: JsonObject, old?: JsonObject): FieldError[] {
  const { deviceSelector: { driver, pool, device } = {}, taint } = specOf(rule);
  const place = path.child('deviceSelector');
  return [
    ...(driver === undefined ? [] : validateDriverName(driver, place.child('driver'))),
    ...(pool === undefined ? [] : validatePoolName(pool, place.child('pool'))),
    ...(device === undefined ? [] : validateShortName(device, place.child('device'))),
    ...validateTaint(taint, path.child('taint'), old && specOf(old).taint),
  ];
}

function validateStatus({ object }: Replacement): FieldError[] {
  const conditions = listIn(objectIn(object['status'])['conditions']) as unknown as Condition[];
  return [
    ...validateConditions(conditions, conditionsPath),
    ...(conditions.length > maxConditions ? [tooMany(conditionsPath, conditions.length, maxConditions)] : []),
  ];
}
