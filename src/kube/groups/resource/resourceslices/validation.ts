// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { NodeSelector } from '../../../../api/core/v1.js';
import type { ResourcePool, ResourceSlice, ResourceSliceSpec } from '../../../../api/resource/v1.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { validateNodeSelector } from '../../../pod-spec/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { validateList } from '../list-rules.js';
import { validatePoolName } from '../names.js';
import { validateCounterSet } from './counter-validation.js';
import { validateDevice } from './device-validation.js';

const path = FieldPath.of('spec');
const [maxDevices, maxSpecialDevices, maxCounterSets] = [128, 64, 8];

export const validateSlice = validation<ResourceSlice>((slice) => validateSpec(slice.spec));

export const validateSliceUpdate = updateValidation<ResourceSlice>(({ object, old }) =>
  validateSpec(object.spec, old.spec),
);

function validateSpec(spec: ResourceSliceSpec, old?: ResourceSliceSpec): FieldError[] {
  return [
    ...validateDriverName(spec.driver, path.child('driver')),
    ...validatePool(spec.pool, path.child('pool')),
    ...(old ? settledErrors(spec, old) : []),
    ...validatePlace(spec),
    ...(isGiven(spec, 'sharedCounters') && isGiven(spec, 'devices')
      ? [path.invalid('', 'only one of `sharedCounters` or `devices` is allowed')]
      : []),
    ...validateDevices(spec, old),
    ...validateList(spec.sharedCounters, path.child('sharedCounters'), {
      max: maxCounterSets,
      check: validateCounterSet,
      keyOf: ({ name }) => name,
    }),
  ];
}

/** An explicitly empty list counts as set. */
function isGiven(spec: ResourceSliceSpec, field: 'sharedCounters' | 'devices'): boolean {
  return Boolean(spec[field]) || wasGivenEmpty(spec, field);
}

function settledErrors(after: ResourceSliceSpec, before: ResourceSliceSpec): FieldError[] {
  return [
    ...validateImmutableField(after.pool.name, before.pool.name, path.child('pool', 'name')),
    ...validateImmutableField(after.driver, before.driver, path.child('driver')),
    ...validateImmutableField(after.nodeName ?? null, before.nodeName ?? null, path.child('nodeName')),
  ];
}

function validatePool({ name, generation, resourceSliceCount: count }: ResourcePool, place: FieldPath): FieldError[] {
  const errors = validatePoolName(name, place.child('name'));
  if (count <= 0) errors.push(place.child('resourceSliceCount').invalid(count, 'must be greater than zero'));
  if (generation < 0) {
    errors.push(place.child('generation').invalid(generation, 'must be greater than or equal to zero'));
  }
  return errors;
}

/** Exactly one way of selecting nodes must be set. */
function validatePlace(spec: ResourceSliceSpec): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const errors: FieldError[] = [];
  const said: string[] = [];
  if (nodeName) {
    said.push('`nodeName`');
    errors.push(...path.child('nodeName').check(nodeName, checkDns1123Subdomain));
  } else if (nodeName === '') {
    errors.push(path.child('nodeName').invalid('', 'must be either unset or set to a non-empty string'));
  }
  if (nodeSelector) {
    said.push('`nodeSelector`');
    errors.push(...selectorErrors(nodeSelector));
  }
  for (const [field, value] of Object.entries({ allNodes, perDeviceNodeSelection })) {
    if (value) said.push(`\`${field}\``);
    else if (value === false) {
      errors.push(path.child(field).invalid(value, 'must be either unset or set to true'));
    }
  }
  return [...errors, ...choiceErrors(said)];
}

function choiceErrors(said: readonly string[]): FieldError[] {
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (said.length === 0) return [path.required(one)];
  return said.length === 1 ? [] : [path.invalid(`{${said.join(', ')}}`, `${one}, but multiple fields are set`)];
}

function selectorErrors(selector: NodeSelector): FieldError[] {
  const place = path.child('nodeSelector');
  const errors = validateNodeSelector(selector, place);
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 1) return errors;
  const detail = 'must have exactly one node selector term';
  return [...errors, place.child('nodeSelectorTerms').invalid(terms, detail)];
}

function validateDevices(spec: ResourceSliceSpec, old: ResourceSliceSpec | undefined): FieldError[] {
  const { devices = [], perDeviceNodeSelection = false } = spec;
  const isSpecial = devices.some(({ taints, consumesCounters }) => taints?.length || consumesCounters?.length);
  const known = new Map(old?.devices?.map((device) => [device.name, device]));
  return validateList(devices, path.child('devices'), {
    max: isSpecial ? maxSpecialDevices : maxDevices,
    check: (device, place) => validateDevice(device, place, { perDeviceNodeSelection, old: known.get(device.name) }),
    keyOf: ({ name }) => name,
  });
}
