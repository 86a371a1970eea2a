import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkCIdentifier,
  checkDns1035Label,
  checkDns1123Subdomain,
  checkQualifiedName,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
} from '../../../../apimachinery/validation/index.js';
import { checked, eachItem, oneOf } from '../../../rules.js';
import {
  failurePolicies,
  type MatchCondition,
  validateMatchConditions,
  validateMatchResources,
} from '../match-resources.js';
import { type Mutation, type PolicySpec, specOf, type Validation } from './policy.js';

const path = FieldPath.of('spec');
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'];
const patchTypes = ['ApplyConfiguration', 'JSONPatch'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const maxAnnotations = 20;

export function validateValidatingPolicy(policy: JsonObject): FieldError[] {
  const spec = specOf(policy);
  const { validations = [], auditAnnotations = [] } = spec;
  const errors = validateCommon(spec);
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    const fields = ['validations', 'auditAnnotations'];
    return [...errors, ...fields.map((field) => required(path.child(field), detail))];
  }
  return [
    ...errors,
    ...eachItem(validations, path.child('validations'), validateValidation),
    ...validateAnnotations(auditAnnotations),
  ];
}

export function validateMutatingPolicy(policy: JsonObject): FieldError[] {
  const spec = specOf(policy);
  const { mutations = [], reinvocationPolicy = '' } = spec;
  const place = path.child('mutations');
  const reinvocation = path.child('reinvocationPolicy');
  return [
    ...validateCommon(spec),
    ...(mutations.length === 0 ? [required(place, 'mutations must contain at least one item')] : []),
    ...eachItem(mutations, place, validateMutation),
    ...(reinvocationPolicy === ''
      ? [required(reinvocation, '')]
      : oneOf(reinvocationPolicy, reinvocationPolicies, reinvocation)),
  ];
}

function validateCommon(spec: PolicySpec): FieldError[] {
  const { failurePolicy, paramKind, matchConstraints: match } = spec;
  const place = path.child('matchConstraints');
  return [
    ...(failurePolicy === undefined
      ? [required(path.child('failurePolicy'), '')]
      : oneOf(failurePolicy, failurePolicies, path.child('failurePolicy'))),
    ...(paramKind ? validateParamKind(paramKind, path.child('paramKind')) : []),
    ...(match ? validateMatchResources(match, place) : [required(place, '')]),
    ...(match && !match.resourceRules?.length ? [required(place.child('resourceRules'), '')] : []),
    ...validateMatchConditions(spec.matchConditions, path.child('matchConditions')),
    ...eachItem(spec.variables, path.child('variables'), validateVariable),
  ];
}

function validateParamKind(
  { apiVersion = '', kind = '' }: NonNullable<PolicySpec['paramKind']>,
  place: FieldPath,
): FieldError[] {
  const kindProblems = kind === '' ? [] : checkDns1035Label(kind.toLowerCase());
  const rule = 'may have mixed case, but should otherwise match: ';
  return [
    ...validateApiVersion(apiVersion, place.child('apiVersion')),
    ...(kind === '' ? [required(place.child('kind'), '')] : []),
    ...(kindProblems.length > 0 ? [invalidValue(place.child('kind'), kind, `${rule}${kindProblems.join(',')}`)] : []),
  ];
}

function validateApiVersion(apiVersion: string, place: FieldPath): FieldError[] {
  if (apiVersion === '') return [required(place, '')];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalidValue(place, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group, version] = parts.length === 1 ? ['', apiVersion] : [parts[0] ?? '', parts[1] ?? ''];
  const errors = group === '' ? [] : checked(group, checkDns1123Subdomain, place);
  if (version === '') return [...errors, invalidValue(place, apiVersion, 'version must be specified')];
  return [...errors, ...checked(version, checkDns1035Label, place)];
}

function validateVariable({ name, expression }: MatchCondition, place: FieldPath): FieldError[] {
  const isNamed = name.trim() !== '';
  return [
    ...(isNamed ? [] : [required(place.child('name'), 'name is not specified')]),
    ...(isNamed && checkCIdentifier(name).length > 0
      ? [invalidValue(place.child('name'), name, 'must be a valid CEL identifier')]
      : []),
    ...(expression.trim() === '' ? [required(place.child('expression'), 'expression is not specified')] : []),
  ];
}

function validateValidation({ expression, message, reason }: Validation, place: FieldPath): FieldError[] {
  const text = message?.trim();
  const field = place.child('message');
  const isSplit = message?.includes('\n') ?? false;
  return [
    ...(expression.trim() === '' ? [required(place.child('expression'), 'expression is not specified')] : []),
    ...(message && text === '' ? [invalidValue(field, message, 'message must be non-empty if specified')] : []),
    ...(message && isSplit ? [invalidValue(field, message, 'message must not contain line breaks')] : []),
    ...(reason === undefined ? [] : oneOf(reason, reasons, place.child('reason'))),
  ];
}

function validateAnnotations(annotations: NonNullable<PolicySpec['auditAnnotations']>): FieldError[] {
  const place = path.child('auditAnnotations');
  const keys = annotations.map(({ key }) => key);
  const many = invalidValue(place, keys, `must not have more than ${maxAnnotations} auditAnnotations`);
  return [
    ...(keys.length > maxAnnotations ? [many] : []),
    ...eachItem(annotations, place, ({ key, valueExpression }, item, index) => [
      ...(key === '' ? [required(item.child('key'), '')] : checked(key, checkQualifiedName, item.child('key'))),
      ...(valueExpression.trim() === '' ? [required(item.child('valueExpression'), '')] : []),
      ...(keys.indexOf(key) < index ? [duplicate(item.child('key'), key)] : []),
    ]),
  ];
}

function validateMutation({ patchType, applyConfiguration, jsonPatch }: Mutation, place: FieldPath): FieldError[] {
  if (patchType === '') return [required(place.child('patchType'), '')];
  const errors = oneOf(patchType, patchTypes, place.child('patchType'));
  if (errors.length > 0) return errors;
  const [field, patch] =
    patchType === 'JSONPatch'
      ? (['jsonPatch', jsonPatch] as const)
      : (['applyConfiguration', applyConfiguration] as const);
  const expression = place.child(field, 'expression');
  if (patch === undefined) return [required(place.child(field), `${field} is required when patchType is ${patchType}`)];
  return patch.expression?.trim() ? [] : [required(expression, 'expression is not specified')];
}
