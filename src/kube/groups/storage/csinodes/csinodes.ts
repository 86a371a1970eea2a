// Follows pkg/apis/storage/validation/validation.go (v1.36)
// Follows pkg/registry/storage/csinode/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { CSINode, CSINodeDriver } from '../../../../api/storage/v1.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { duplicates, eachItem, validateImmutableOf, validateRequired } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn } from '../../../printing/index.js';
import { validateMetadata } from '../../../validation.js';
import { validateDriverName } from '../driver-name.js';

/** The CSI drivers of a node. */
export const csiNodes = builtInResource<CSINode>('storage.k8s.io/v1', 'CSINode', {
  plural: 'csinodes',
  scope: 'Cluster',
  columns: [
    nameColumn,
    integerColumn('Drivers', ({ spec }) => spec.drivers?.length ?? 0, {
      description: 'Drivers indicates the number of CSI drivers registered on the node',
    }),
    ageColumn,
  ],
  strategy: {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    validate: validateCsiNode,
    validateUpdate: validateCsiNodeUpdate,
  },
});

const path = FieldPath.of('spec', 'drivers');
const maxNodeIdLength = 256;

function validateCsiNode(node: CSINode, context: ValidationContext): FieldError[] {
  const duplicated = duplicates();
  const ofDrivers = eachItem(node.spec.drivers, path, ({ name, nodeID, allocatable, topologyKeys }, place) => [
    ...validateDriverName(name, place.child('name')),
    ...validateNodeId(nodeID, place.child('nodeID')),
    ...validateNonnegative(allocatable?.count ?? 0, place.child('allocatable', 'count')),
    ...duplicated(name, place.child('name')),
    ...validateTopologyKeys(topologyKeys ?? [], place),
  ]);
  return [...validateMetadata(node, context), ...ofDrivers];
}

function validateNodeId(id: string, place: FieldPath): FieldError[] {
  if (id === '') return [place.required()];
  return Buffer.byteLength(id) > maxNodeIdLength
    ? [place.invalid(id, `must be ${maxNodeIdLength} characters or less`)]
    : [];
}

function validateTopologyKeys(keys: readonly string[], place: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return keys.flatMap((key) => [
    ...validateRequired(key, place),
    ...duplicated(key, place),
    ...place.check(key, checkQualifiedName),
  ]);
}

/** Drivers are immutable, except for their volume limits. */
function validateCsiNodeUpdate({ object, old }: Replacement<CSINode>, context: ValidationContext): FieldError[] {
  const before = new Map((old.spec.drivers ?? []).map((driver) => [driver.name, withoutLimits(driver)]));
  const changed = (object.spec.drivers ?? []).flatMap((driver) => {
    const was = before.get(driver.name);
    return was === undefined
      ? []
      : validateImmutableOf('storage/v1.CSINodeDriver', { value: withoutLimits(driver), old: was }, path);
  });
  return [...validateCsiNode(object, context), ...changed];
}

function withoutLimits({ allocatable: _limits, ...driver }: CSINodeDriver): Omit<CSINodeDriver, 'allocatable'> {
  return driver;
}
