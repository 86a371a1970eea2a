// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)

import type { ParamKind, Variable } from '../../../../api/admissionregistration/v1.js';
import {
  checkCIdentifier,
  checkDns1035Label,
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  visitItems,
} from '../../../../apimachinery/validation/index.js';
import { requiredOneOf, validateRequired } from '../../../field-checks.js';
import { failurePolicies, validateMatchConditions, validateMatchResources } from '../match-resources.js';
import type { PolicySpec } from './policy.js';
import type { PolicyExpressions } from './policy-expressions.js';

export const specPath = FieldPath.of('spec');

interface Declared {
  readonly errors: FieldError[];
  /** May refer to the variables. */
  readonly expressions: PolicyExpressions;
}

/** Rules for both validating and mutating policies; `matchErrors`: additional errors of the match constraints. */
export function validateCommon(
  spec: PolicySpec,
  expressions: PolicyExpressions,
  matchErrors: readonly FieldError[] = [],
): Declared {
  const { failurePolicy, paramKind, matchConstraints: match } = spec;
  const path = specPath;
  const place = path.child('matchConstraints');
  const errors = [
    ...requiredOneOf(failurePolicy, failurePolicies, path.child('failurePolicy')),
    ...(paramKind ? validateParamKind(paramKind, path.child('paramKind')) : []),
    ...(match ? validateMatchResources(match, place) : [place.required()]),
    ...(match ? validateRequired(match.resourceRules, place.child('resourceRules')) : []),
    ...matchErrors,
    ...(expressions.keepsMatchConditions
      ? []
      : validateMatchConditions(spec.matchConditions, path.child('matchConditions'), expressions.checkMatchCondition)),
  ];
  return visitItems(spec.variables ?? [], { errors, expressions }, (declared, variable, index) => {
    const item = path.child('variables').index(index);
    for (const error of validateVariable(variable, item, declared.expressions)) declared.errors.push(error);
  });
}

function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, place: FieldPath): FieldError[] {
  const kindProblems = kind === '' ? [] : checkDns1035Label(kind.toLowerCase());
  const rule = 'may have mixed case, but should otherwise match: ';
  return [
    ...validateApiVersion(apiVersion, place.child('apiVersion')),
    ...validateRequired(kind, place.child('kind')),
    ...(kindProblems.length > 0 ? [place.child('kind').invalid(kind, `${rule}${kindProblems.join(',')}`)] : []),
  ];
}

function validateApiVersion(apiVersion: string, place: FieldPath): FieldError[] {
  if (apiVersion === '') return [place.required()];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [place.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group, version] = parts.length === 1 ? ['', apiVersion] : [parts[0] ?? '', parts[1] ?? ''];
  const errors = group === '' ? [] : place.check(group, checkDns1123Subdomain);
  if (version === '') return [...errors, place.invalid(apiVersion, 'version must be specified')];
  return [...errors, ...place.check(version, checkDns1035Label)];
}

const reservedWords = new Set(
  `true false null in as break const continue else for function if import let loop package namespace return var void
   while`.split(/\s+/),
);

function validateVariable(
  { name, expression }: Variable,
  item: FieldPath,
  expressions: PolicyExpressions,
): FieldError[] {
  const isNamed = name.trim() !== '';
  const isIdentifier = checkCIdentifier(name).length === 0 && !reservedWords.has(name);
  const place = item.child('expression');
  return [
    ...validateRequired(name.trim(), item.child('name'), 'name is not specified'),
    ...(isNamed && !isIdentifier ? [item.child('name').invalid(name, 'must be a valid CEL identifier')] : []),
    ...(expression.trim() === ''
      ? [place.required('expression is not specified')]
      : expressions.checkVariable(name, expression, place)),
  ];
}
