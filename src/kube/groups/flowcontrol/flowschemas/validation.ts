import { type JsonObject, jsonEqual, metadataOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../../../apimachinery/validation/index.js';
import { type FlowSchema, mandatoryConfiguration } from '../../../../server/flow-control/index.js';
import { checked, eachItem } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validatePolicyRules } from './rules-validation.js';

const path = FieldPath.of('spec');
const maxPrecedence = 10_000;
const distinguishers = ['ByNamespace', 'ByUser'];

export function validateFlowSchema(object: JsonObject): FieldError[] {
  const { name = '' } = metadataOf(object);
  const spec = object['spec'] as unknown as FlowSchema['spec'];
  return [
    ...validatePrecedence(name, spec.matchingPrecedence ?? 0),
    ...validateDistinguisher(spec),
    ...validateLevel(spec.priorityLevelConfiguration.name),
    ...eachItem(spec.rules, path.child('rules'), validatePolicyRules),
    ...validateMandatory(name, object),
    ...validateConditionTypes(object),
  ];
}

function validatePrecedence(name: string, precedence: number): FieldError[] {
  const place = path.child('matchingPrecedence');
  if (precedence <= 0) return [invalidValue(place, precedence, 'must be a positive value')];
  if (precedence > maxPrecedence) return [invalidValue(place, precedence, `must not be greater than ${maxPrecedence}`)];
  if (precedence !== 1 || name === 'exempt') return [];
  return [invalidValue(place, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")];
}

function validateDistinguisher({ distinguisherMethod: method }: FlowSchema['spec']): FieldError[] {
  if (method === undefined || distinguishers.includes(method.type)) return [];
  const shown = goValue('flowcontrol/v1.FlowDistinguisherMethod', method);
  return [notSupported(path.child('distinguisherMethod', 'type'), shown, distinguishers)];
}

function validateLevel(name: string): FieldError[] {
  const place = path.child('priorityLevelConfiguration', 'name');
  return name === ''
    ? [required(place, 'must reference a priority level')]
    : checked(name, checkDns1123Subdomain, place);
}

function validateMandatory(name: string, { spec = null }: JsonObject): FieldError[] {
  const fixed = mandatoryConfiguration().flowSchemas.find(({ metadata }) => metadata.name === name);
  if (fixed === undefined || jsonEqual(spec, fixed.spec as unknown as JsonObject)) return [];
  return [invalidValue(path, spec, `spec of '${name}' must equal the fixed value`)];
}
