// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { Device, DeviceAttribute } from '../../../../api/resource/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  Quantity,
} from '../../../../apimachinery/validation/index.js';
import { eachItem } from '../../../field-checks.js';
import { isNativeResource, validateNodeSelector } from '../../../pod-spec/index.js';
import { isSemanticVersion } from '../../../semantic-version.js';
import { goValue, wasGivenEmpty } from '../../../types/index.js';
import { validateBindingConditions } from '../binding-conditions.js';
import { validateTaint } from '../device-taints.js';
import { validateList } from '../list-rules.js';
import { validateQualifiedName, validateShortName } from '../names.js';
import { validateConsumption } from './counter-validation.js';
import { validateRequestPolicy } from './request-policy-validation.js';

const [maxProperties, maxValues, maxTaints, maxConsumptions, maxValueLength] = [32, 48, 16, 2, 64];
const lists = ['bools', 'ints', 'strings', 'versions'] as const;

export interface DeviceContext {
  /** Whether each device selects its own nodes. */
  readonly perDeviceNodeSelection: boolean;
  readonly old: Device | undefined;
}

export function validateDevice(device: Device, path: FieldPath, context: DeviceContext): FieldError[] {
  const { name, attributes = {}, capacity = {}, consumesCounters, taints } = device;
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const values = Object.values(attributes).reduce((sum, attribute) => sum + valuesIn(attribute), 0);
  const tooManyProperties = `the total number of attributes and capacities must not exceed ${maxProperties}`;
  const tooManyValues = `the total number of attribute values must not exceed ${maxValues}`;
  const isSameTaints = context.old && jsonEqual(context.old.taints ?? [], taints ?? []);
  return [
    ...validateShortName(name, path.child('name')),
    ...(count > maxProperties ? [path.invalid(count, tooManyProperties)] : []),
    ...(values > maxValues ? [path.invalid(values, tooManyValues)] : []),
    ...Object.entries(attributes).flatMap(([key, attribute]) => [
      ...validateQualifiedName(key, path.child('attributes')),
      ...validateAttribute(attribute, path.child('attributes').key(key)),
    ]),
    ...capacityErrors(device, path.child('capacity')),
    ...(isSameTaints
      ? []
      : validateList(taints, path.child('taints'), {
          max: maxTaints,
          check: (taint, place) => validateTaint(taint, place),
        })),
    ...validateList(consumesCounters, path.child('consumesCounters'), {
      max: maxConsumptions,
      check: validateConsumption,
      keyOf: ({ counterSet }) => counterSet,
    }),
    ...nodeErrors(device, path, context),
    ...validateBindingConditions(device, path),
    ...mappingErrors(device, path.child('nodeAllocatableResourceMappings')),
  ];
}

/** The values in all lists of an attribute; one for an attribute without lists. */
function valuesIn(attribute: DeviceAttribute): number {
  return lists.reduce((sum, field) => sum + (attribute[field]?.length ?? 0), 0) || 1;
}

function validateAttribute(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const { string: text, version, strings, versions } = attribute;
  const empty = lists.filter((field) => wasGivenEmpty(attribute, field));
  const errors = [
    ...(text === undefined ? [] : lengthErrors(text, path.child('string'))),
    ...(version === undefined ? [] : versionErrors(version, path.child('version'))),
    ...empty.map((field) => path.child(field).invalid([], 'must not be empty if specified')),
    ...eachItem(strings, path.child('strings'), lengthErrors),
    ...eachItem(versions, path.child('versions'), versionErrors),
  ];
  const count = Object.keys(attribute).length + empty.length;
  if (count === 1) return errors;
  const shown = count === 0 ? '' : goValue('resource/v1.DeviceAttribute', attribute);
  return [...errors, path.invalid(shown, 'exactly one value must be specified')];
}

function lengthErrors(value: string, path: FieldPath): FieldError[] {
  return Buffer.byteLength(value) > maxValueLength ? [path.tooLong(maxValueLength)] : [];
}

function versionErrors(version: string, path: FieldPath): FieldError[] {
  const detail = 'must be a string compatible with semver.org spec 2.0.0';
  return [...(isSemanticVersion(version) ? [] : [path.invalid(version, detail)]), ...lengthErrors(version, path)];
}

/** Resources of the node that an allocation of the device uses up. */
function mappingErrors(device: Device, path: FieldPath): FieldError[] {
  const { nodeAllocatableResourceMappings: mappings = {}, capacity = {} } = device;
  return Object.entries(mappings).flatMap(([name, { allocationMultiplier: multiplier, capacityKey }]) => {
    const place = path.key(name);
    const errors = isNativeResource(name) ? [] : [place.invalid(name, 'must be a node allocatable resource name')];
    if (multiplier === undefined && capacityKey === undefined) {
      return [...errors, place.invalid('', 'at least one of allocationMultiplier or capacityKey must be set')];
    }
    if (multiplier !== undefined && Quantity.parse(multiplier).sign <= 0) {
      errors.push(place.child('allocationMultiplier').invalid(multiplier, 'must be positive'));
    }
    const keyPath = place.child('capacityKey');
    if (capacityKey === '') errors.push(keyPath.invalid('', 'capacityKey must not be an empty string'));
    else if (capacityKey !== undefined && !Object.hasOwn(capacity, capacityKey)) {
      errors.push(keyPath.notFound(capacityKey));
    }
    return errors;
  });
}

function capacityErrors({ capacity = {}, allowMultipleAllocations }: Device, path: FieldPath): FieldError[] {
  return Object.entries(capacity).flatMap(([key, { value, requestPolicy }]) => {
    const errors = validateQualifiedName(key, path);
    if (!requestPolicy) return errors;
    const place = path.key(key).child('requestPolicy');
    if (!allowMultipleAllocations) return [...errors, place.forbidden('allowMultipleAllocations must be true')];
    return [...errors, ...validateRequestPolicy(requestPolicy, value, place)];
  });
}

const oneChoice =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true ' +
  'in the ResourceSlice spec';
const noChoice =
  '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ' +
  'ResourceSlice spec';

function nodeErrors(device: Device, path: FieldPath, { perDeviceNodeSelection }: DeviceContext): FieldError[] {
  const { nodeName, nodeSelector, allNodes } = device;
  const given = Object.entries({ nodeName, nodeSelector, allNodes }).filter(([, value]) => value !== undefined);
  if (!perDeviceNodeSelection) return given.length === 0 ? [] : [path.invalid(null, noChoice)];
  const errors: FieldError[] = [];
  if (nodeName) errors.push(...path.child('nodeName').check(nodeName, checkDns1123Subdomain));
  if (nodeName === '') errors.push(path.child('nodeName').invalid('', 'must not be empty'));
  if (nodeSelector) errors.push(...validateNodeSelector(nodeSelector, path.child('nodeSelector')));
  if (allNodes === false) {
    errors.push(path.child('allNodes').invalid(false, 'must be either unset or set to true'));
  }
  const said = given.filter(([, value]) => Boolean(value)).map(([field]) => `\`${field}\``);
  if (said.length === 0) return [...errors, path.required(oneChoice)];
  return said.length === 1 ? errors : [...errors, path.invalid(`{${said.join(', ')}}`, oneChoice)];
}
