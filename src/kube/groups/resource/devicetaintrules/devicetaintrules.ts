// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows pkg/registry/resource/devicetaintrule/strategy.go (v1.36)
// Follows pkg/apis/resource/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { DeviceTaint, DeviceTaintRule } from '../../../../api/resource/v1beta2.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, isSameTime } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, validateConditions } from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus, type UpdateValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { updateValidation, validateMetadataUpdate, validation } from '../../../validation.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { validateTaint } from '../device-taints.js';
import { validatePoolName, validateShortName } from '../names.js';

const [path, conditionsPath] = [FieldPath.of('spec'), FieldPath.of('status', 'conditions')];
const maxConditions = 8;

/** Taints that an administrator sets on devices, independent of the driver. */
export const deviceTaintRules = builtInResource<DeviceTaintRule>('resource.k8s.io/v1beta2', 'DeviceTaintRule', {
  plural: 'devicetaintrules',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('Key', 'spec.taint.key'),
    textColumn('Value', 'spec.taint.value'),
    textColumn('Effect', 'spec.taint.effect', { description: ['resource/v1.DeviceTaint', 'effect'] }),
    textColumn('TimeAdded', ({ spec }) => sinceTime(spec.taint.timeAdded), {
      description: ['resource/v1.DeviceTaint', 'timeAdded'],
    }),
    ageColumn,
  ],
  applyDefaults: ({ spec }) => {
    spec.taint.timeAdded ??= formatTime(systemClock.now());
  },
  introduced: '1.36',
  otherVersions: { v1alpha3: { deprecation: { since: 36, until: 39 } } },
  storageVersion: 'v1alpha3',
  workingVersion: 'v1beta2',
  strategies: specAndStatus<DeviceTaintRule>(
    {
      returnsDeletedObject: true,
      prepareForUpdate: renewTime,
      validate: validation((rule) => validateSpec(rule)),
      validateUpdate: updateValidation(({ object, old }) => validateSpec(object, old.spec.taint)),
    },
    { validateStatus },
  ),
});

/** Updates the time when the effect changes. */
function renewTime({ object, old }: Replacement<DeviceTaintRule>): void {
  const [after, before] = [object.spec.taint, old.spec.taint];
  const isRenewed = after.effect !== before.effect && isSameTime(after.timeAdded, before.timeAdded);
  if (isRenewed) after.timeAdded = formatTime(systemClock.now());
}

function validateSpec({ spec }: DeviceTaintRule, oldTaint?: DeviceTaint): FieldError[] {
  const { deviceSelector: { driver, pool, device } = {}, taint } = spec;
  const place = path.child('deviceSelector');
  return [
    ...(driver === undefined ? [] : validateDriverName(driver, place.child('driver'))),
    ...(pool === undefined ? [] : validatePoolName(pool, place.child('pool'))),
    ...(device === undefined ? [] : validateShortName(device, place.child('device'))),
    ...validateTaint(taint, path.child('taint'), oldTaint),
  ];
}

function validateStatus({ object }: Replacement<DeviceTaintRule>, context: UpdateValidationContext): FieldError[] {
  const { conditions = [] } = object.status;
  return [
    ...validateMetadataUpdate(object, context),
    ...validateConditions(conditions, conditionsPath),
    ...(conditions.length > maxConditions ? [conditionsPath.tooMany(conditions.length, maxConditions)] : []),
  ];
}
