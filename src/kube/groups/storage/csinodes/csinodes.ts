import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkQualifiedName,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { checked, eachItem, validateImmutableOf } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { ageColumn, integerColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateDriverName } from '../driver-name.js';

interface NodeDriver {
  readonly name: string;
  readonly nodeID: string;
  readonly topologyKeys?: string[] | null;
  readonly allocatable?: { readonly count?: number };
}

/** The CSI drivers of a node. */
export const csiNodes = defineResource({
  kind: 'CSINode',
  plural: 'csinodes',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'CSINode', {
      columns: [nameColumn, integerColumn('Drivers', (node) => driversOf(node).length), ageColumn],
    }),
  },
  strategy: {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    validate: validateCsiNode,
    validateUpdate: validateCsiNodeUpdate,
  },
});

const path = FieldPath.of('spec', 'drivers');
const maxNodeIdLength = 256;

function driversOf({ spec }: JsonObject): readonly NodeDriver[] {
  return (objectIn(spec)['drivers'] ?? []) as unknown as NodeDriver[];
}

function validateCsiNode(node: JsonObject): FieldError[] {
  const names = new Set<string>();
  return eachItem(driversOf(node), path, (driver, place) => {
    const { name, nodeID, allocatable } = driver;
    const errors = [
      ...validateDriverName(name, place.child('name')),
      ...validateNodeId(nodeID, place.child('nodeID')),
      ...validateNonnegative(allocatable?.count ?? 0, place.child('allocatable', 'count')),
    ];
    if (names.has(name)) errors.push(duplicate(place.child('name'), name));
    names.add(name);
    return [...errors, ...validateTopologyKeys(driver.topologyKeys ?? [], place)];
  });
}

function validateNodeId(id: string, place: FieldPath): FieldError[] {
  if (id === '') return [required(place, '')];
  return Buffer.byteLength(id) > maxNodeIdLength
    ? [invalidValue(place, id, `must be ${maxNodeIdLength} characters or less`)]
    : [];
}

function validateTopologyKeys(keys: readonly string[], place: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const errors = key === '' ? [required(place, '')] : [];
    if (seen.has(key)) errors.push(duplicate(place, key));
    seen.add(key);
    return [...errors, ...checked(key, checkQualifiedName, place)];
  });
}

/** Drivers are immutable, except for their volume limits. */
function validateCsiNodeUpdate({ object, old }: Replacement): FieldError[] {
  const before = new Map(driversOf(old).map((driver) => [driver.name, withoutLimits(driver)]));
  const changed = driversOf(object).flatMap((driver) => {
    const was = before.get(driver.name);
    return was === undefined
      ? []
      : validateImmutableOf('storage/v1.CSINodeDriver', { value: withoutLimits(driver), old: was }, path);
  });
  return [...validateCsiNode(object), ...changed];
}

function withoutLimits({ allocatable: _limits, ...driver }: NodeDriver): JsonObject {
  return driver as unknown as JsonObject;
}
