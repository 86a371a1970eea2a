import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type LabelSelectorSpec, validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { nodeSelectorWarnings } from '../../../deprecated-node-labels.js';
import { checked, validateImmutableOf } from '../../../field-checks.js';
import { textIn } from '../../../fields.js';
import { validateNonnegativeQuantity } from '../../../quantity-rules.js';
import { builtInVersion } from '../../../types/index.js';

/** Available capacity of a storage class in a topology. */
export const csiStorageCapacities = defineResource({
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'CSIStorageCapacity'),
  },
  strategy: {
    allowUnconditionalUpdate: false,
    validate: validateCapacity,
    validateUpdate: ({ object, old }) => [
      ...validateCapacity(object),
      ...validateImmutableOf(
        'meta/v1.LabelSelector',
        { value: object['nodeTopology'], old: old['nodeTopology'] },
        topology,
      ),
      ...validateImmutableField(object['storageClassName'], old['storageClassName'], className),
    ],
    warningsOnCreate: (object) => nodeSelectorWarnings(topologyOf(object), topology),
    warningsOnUpdate: ({ object }) => nodeSelectorWarnings(topologyOf(object), topology),
  },
});

const topology = FieldPath.of('nodeTopology');
const className = FieldPath.of('storageClassName');

function topologyOf({ nodeTopology }: JsonObject): LabelSelectorSpec {
  return (nodeTopology ?? {}) as LabelSelectorSpec;
}

function validateCapacity(object: JsonObject): FieldError[] {
  const { capacity, storageClassName } = object;
  return [
    ...validateLabelSelector(topologyOf(object), topology),
    ...checked(textIn(storageClassName), checkDns1123Subdomain, className),
    ...(capacity === undefined ? [] : validateNonnegativeQuantity(textIn(capacity), FieldPath.of('capacity'))),
  ];
}
