// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { Device, DeviceAttribute } from '../../../../api/resource/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkDns1123Subdomain, type FieldError, type FieldPath } from '../../../../apimachinery/validation/index.js';
import { validateNodeSelector } from '../../../pod-spec/index.js';
import { isSemanticVersion } from '../../../semantic-version.js';
import { goValue } from '../../../types/index.js';
import { validateBindingConditions } from '../binding-conditions.js';
import { validateTaint } from '../device-taints.js';
import { validateList } from '../list-rules.js';
import { validateQualifiedName, validateShortName } from '../names.js';
import { validateConsumption } from './counter-validation.js';
import { validateRequestPolicy } from './request-policy-validation.js';

const [maxProperties, maxTaints, maxConsumptions, maxValueLength] = [32, 16, 2, 64];

export interface DeviceContext {
  /** Whether each device selects its own nodes. */
  readonly perDeviceNodeSelection: boolean;
  readonly old: Device | undefined;
}

export function validateDevice(device: Device, path: FieldPath, context: DeviceContext): FieldError[] {
  const { name, attributes = {}, capacity = {}, consumesCounters, taints } = device;
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const tooManyProperties = `the total number of attributes and capacities must not exceed ${maxProperties}`;
  const isSameTaints = context.old && jsonEqual(context.old.taints ?? [], taints ?? []);
  return [
    ...validateShortName(name, path.child('name')),
    ...(count > maxProperties ? [path.invalid(count, tooManyProperties)] : []),
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
  ];
}

function validateAttribute(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const { string: text, version } = attribute;
  const errors: FieldError[] = [];
  const tooLongErrors = (value: string, field: string): FieldError[] =>
    Buffer.byteLength(value) > maxValueLength ? [path.child(field).tooLong(maxValueLength)] : [];
  if (text !== undefined) errors.push(...tooLongErrors(text, 'string'));
  if (version !== undefined) {
    if (!isSemanticVersion(version)) {
      const detail = 'must be a string compatible with semver.org spec 2.0.0';
      errors.push(path.child('version').invalid(version, detail));
    }
    errors.push(...tooLongErrors(version, 'version'));
  }
  const count = Object.keys(attribute).length;
  if (count === 1) return errors;
  const shown = count === 0 ? '' : goValue('resource/v1.DeviceAttribute', attribute);
  return [...errors, path.invalid(shown, 'exactly one value must be specified')];
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
