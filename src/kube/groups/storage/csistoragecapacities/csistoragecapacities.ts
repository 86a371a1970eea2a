// Follows pkg/apis/storage/validation/validation.go (v1.36)
// Follows pkg/registry/storage/csistoragecapacity/strategy.go (v1.36)

import type { CSIStorageCapacity } from '../../../../api/storage/v1.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nodeSelectorWarnings } from '../../../deprecated-node-labels.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { validateNonnegativeQuantity } from '../../../quantity-rules.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';

/** Available capacity of a storage class in a topology. */
export const csiStorageCapacities = builtInResource<CSIStorageCapacity>('storage.k8s.io/v1', 'CSIStorageCapacity', {
  plural: 'csistoragecapacities',
  scope: 'Namespaced',
  strategy: {
    allowUnconditionalUpdate: false,
    validate: validateCapacity,
    validateUpdate: ({ object, old }, context) => [
      ...validateCapacity(object, context),
      ...validateMetadataUpdate(object, context),
      ...validateImmutableOf('meta/v1.LabelSelector', { value: object.nodeTopology, old: old.nodeTopology }, topology),
      ...validateImmutableField(object.storageClassName, old.storageClassName, className),
    ],
    warningsOnCreate: topologyWarnings,
    warningsOnUpdate: ({ object }) => topologyWarnings(object),
  },
});

const topology = FieldPath.of('nodeTopology');
const className = FieldPath.of('storageClassName');

function validateCapacity(object: CSIStorageCapacity, context: ValidationContext): FieldError[] {
  const { nodeTopology = {}, storageClassName, capacity } = object;
  return [
    ...validateMetadata(object, context),
    ...validateLabelSelector(nodeTopology, topology),
    ...className.check(storageClassName, checkDns1123Subdomain),
    ...(capacity === undefined ? [] : validateNonnegativeQuantity(capacity, FieldPath.of('capacity'))),
  ];
}

function topologyWarnings({ nodeTopology = {} }: CSIStorageCapacity): string[] {
  return nodeSelectorWarnings(nodeTopology, topology);
}
