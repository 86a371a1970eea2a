// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { StorageClass } from '../../../../api/storage/v1.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext } from '../../../../server/registry/index.js';
import { oneOf, validateRequired } from '../../../field-checks.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { validateMetadataUpdate, validation } from '../../../validation.js';
import { validateParameters, validateProvisioner } from '../parameters.js';
import { validateTopologies } from './topologies.js';

const bindingModes = ['Immediate', 'WaitForFirstConsumer'];
const reclaimPolicies = ['Delete', 'Retain'];

export const validateStorageClass = validation<StorageClass>((object) => {
  const { provisioner, parameters = {}, reclaimPolicy, volumeBindingMode, allowedTopologies = [] } = object;
  const bindingMode = FieldPath.of('volumeBindingMode');
  return [
    ...validateProvisioner(provisioner, FieldPath.of('provisioner')),
    ...validateParameters(parameters, FieldPath.of('parameters')),
    ...(reclaimPolicy ? oneOf(reclaimPolicy, reclaimPolicies, FieldPath.of('reclaimPolicy')) : []),
    ...(volumeBindingMode === undefined
      ? validateRequired(volumeBindingMode, bindingMode)
      : oneOf(volumeBindingMode, bindingModes, bindingMode)),
    ...validateTopologies(allowedTopologies, FieldPath.of('allowedTopologies')),
  ];
});

const immutableFields = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

export function validateStorageClassUpdate(
  { object, old }: Replacement<StorageClass>,
  context: UpdateValidationContext,
): FieldError[] {
  return [
    ...validateStorageClass(object, context),
    ...validateMetadataUpdate(object, context),
    ...immutableFields.flatMap((field) =>
      validateImmutableField(
        wasGivenEmpty(object, field) && old[field] ? {} : object[field],
        old[field],
        FieldPath.of(field),
      ),
    ),
  ];
}
