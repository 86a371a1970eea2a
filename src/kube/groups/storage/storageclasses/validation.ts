import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { oneOf } from '../../../field-checks.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { type Parameters, validateParameters, validateProvisioner } from '../parameters.js';
import { type TopologyTerm, validateTopologies } from './topologies.js';

export interface StorageClass {
  readonly provisioner: string;
  readonly parameters?: Parameters;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly TopologyTerm[];
}

const bindingModes = ['Immediate', 'WaitForFirstConsumer'];
const reclaimPolicies = ['Delete', 'Retain'];

export function validateStorageClass(object: JsonObject): FieldError[] {
  const { provisioner, parameters = {}, reclaimPolicy, volumeBindingMode, allowedTopologies = [] } = classOf(object);
  const bindingMode = FieldPath.of('volumeBindingMode');
  return [
    ...validateProvisioner(provisioner, FieldPath.of('provisioner')),
    ...validateParameters(parameters, FieldPath.of('parameters')),
    ...(reclaimPolicy ? oneOf(reclaimPolicy, reclaimPolicies, FieldPath.of('reclaimPolicy')) : []),
    ...(volumeBindingMode === undefined
      ? [required(bindingMode, '')]
      : oneOf(volumeBindingMode, bindingModes, bindingMode)),
    ...validateTopologies(allowedTopologies, FieldPath.of('allowedTopologies')),
  ];
}

const immutableFields = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'];

export function validateStorageClassUpdate({ object, old }: Replacement): FieldError[] {
  return [
    ...validateStorageClass(object),
    ...immutableFields.flatMap((field) =>
      validateImmutableField(
        wasGivenEmpty(object, field) && old[field] ? {} : object[field],
        old[field],
        FieldPath.of(field),
      ),
    ),
  ];
}

export function classOf(object: JsonObject): StorageClass {
  return object as unknown as StorageClass;
}
