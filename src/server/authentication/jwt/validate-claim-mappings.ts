// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, validateDomainPrefixedPath } from '../../../apimachinery/validation/index.js';
import type { ClaimMappings, JwtConfiguration, PrefixedClaimOrExpression } from './authentication-configuration.js';
import { compileMapping, ExpressionProblem, usesClaim } from './claim-expressions.js';
import { problemsOf } from './validate-claim-rules.js';

const bothSet = "claim and expression can't both be set";

/** The claim validation rules are needed too: they decide whether `email` may be the username. */
export function validateClaimMappings(
  { claimMappings, claimValidationRules }: JwtConfiguration,
  path: FieldPath,
): FieldError[] {
  const { username, groups, extra } = claimMappings;
  return [
    ...validatePrefixed(username, path.child('username'), 'required'),
    ...validatePrefixed(groups, path.child('groups'), 'optional'),
    ...validateUid(claimMappings.uid, path.child('uid')),
    ...extra.flatMap((_, index) => validateExtra(extra, index, path.child('extra').index(index))),
    ...validateEmail(
      claimMappings,
      claimValidationRules.map(({ expression }) => expression),
      path,
    ),
  ];
}

function validatePrefixed(
  { claim, prefix, expression }: PrefixedClaimOrExpression,
  path: FieldPath,
  presence: 'required' | 'optional',
): FieldError[] {
  if (expression !== '' && claim !== '') return [path.invalid('', bothSet)];
  if (expression !== '') {
    const detail = 'may not be specified when expression is set';
    return [
      ...(prefix === undefined ? [] : [path.child('prefix').invalid(prefix, detail)]),
      ...problemsOf(compileMapping, expression, path.child('expression')),
    ];
  }
  if (claim === '') return presence === 'required' ? [path.required('claim or expression is required')] : [];
  if (prefix !== undefined) return [];
  const detail = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
  return [path.child('prefix').required(detail)];
}

function validateUid({ claim, expression }: ClaimMappings['uid'], path: FieldPath): FieldError[] {
  if (expression === '') return [];
  if (claim !== '') return [path.invalid('', bothSet)];
  return problemsOf(compileMapping, expression, path.child('expression'));
}

function validateExtra(extra: ClaimMappings['extra'], index: number, path: FieldPath): FieldError[] {
  const { key, valueExpression } = extra[index]!;
  const at = path.child('key');
  const errors = validateDomainPrefixedPath(key, at);
  if (key !== key.toLowerCase()) errors.push(at.invalid(key, 'must be lowercase'));
  if (/^(?:.*\.)?(?:kubernetes|k8s)\.io\//.test(key)) {
    const detail = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use';
    errors.push(at.invalid(key, detail));
  }
  if (extra.findIndex((one) => one.key === key) < index) return [...errors, at.duplicate(key)];
  if (valueExpression === '') return [...errors, path.child('valueExpression').required()];
  return [...errors, ...problemsOf(compileMapping, valueExpression, path.child('valueExpression'))];
}

/** An address proves nothing unless `email_verified` is checked as well. */
function validateEmail({ username, extra }: ClaimMappings, rules: readonly string[], path: FieldPath): FieldError[] {
  if (!uses(username.expression, 'email')) return [];
  const others = [username.expression, ...rules, ...extra.map(({ valueExpression }) => valueExpression)];
  if (others.some((expression) => uses(expression, 'email_verified'))) return [];
  const detail =
    'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression';
  return [path.child('username').child('expression').invalid(username.expression, detail)];
}

function uses(expression: string, claim: string): boolean {
  if (expression === '') return false;
  try {
    return usesClaim(compileMapping(expression), claim);
  } catch (error) {
    if (error instanceof ExpressionProblem) return false;
    throw error;
  }
}
