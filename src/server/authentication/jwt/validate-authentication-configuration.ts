// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import {
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  tooMany,
} from '../../../apimachinery/validation/index.js';
import type {
  AuthenticationConfiguration,
  JwtConfiguration,
  UserValidationRule,
} from './authentication-configuration.js';
import { compileUserRule } from './claim-expressions.js';
import { validateClaimMappings } from './validate-claim-mappings.js';
import { problemsOf, validateClaimRules } from './validate-claim-rules.js';
import { validateIssuer } from './validate-issuer.js';

const maxIssuers = 64;

/**
 * Returns the errors that kube-apiserver reports, in its order and words. `disallowedIssuers` are handled by other
 * authenticators.
 */
export function validateAuthenticationConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  disallowedIssuers: readonly string[],
): FieldError[] {
  const path = FieldPath.of('jwt');
  if (jwt.length > maxIssuers) return [tooMany(path, jwt.length, maxIssuers)];
  const errors = jwt.flatMap((one, index) => [
    ...validateJwt(one, path.index(index), disallowedIssuers),
    ...validateUnique(jwt, index, path.index(index).child('issuer')),
  ]);
  if (anonymous && !anonymous.enabled && anonymous.conditions.length > 0) {
    const value = anonymous.conditions.map(({ path }) => ({ path }));
    const detail = 'enabled should be set to true when conditions are defined';
    errors.push(invalidValue(FieldPath.of('anonymous').child('conditions'), value, detail));
  }
  return errors;
}

function validateJwt(jwt: JwtConfiguration, path: FieldPath, disallowedIssuers: readonly string[]): FieldError[] {
  return [
    ...validateIssuer(jwt.issuer, path.child('issuer'), disallowedIssuers),
    ...validateClaimRules(jwt.claimValidationRules, path.child('claimValidationRules')),
    ...validateClaimMappings(jwt, path.child('claimMappings')),
    ...validateUserRules(jwt.userValidationRules, path.child('userValidationRules')),
  ];
}

function validateUnique(jwt: readonly JwtConfiguration[], index: number, path: FieldPath): FieldError[] {
  const { url, discoveryURL } = jwt[index]!.issuer;
  const before = jwt.slice(0, index).map(({ issuer }) => issuer);
  return [
    ...(before.some((issuer) => issuer.url === url) ? [duplicate(path.child('url'), url)] : []),
    ...(discoveryURL !== '' && before.some((issuer) => issuer.discoveryURL === discoveryURL)
      ? [duplicate(path.child('discoveryURL'), discoveryURL)]
      : []),
  ];
}

function validateUserRules(rules: readonly UserValidationRule[], path: FieldPath): FieldError[] {
  return rules.flatMap(({ expression }, index) => {
    const at = path.index(index).child('expression');
    if (expression === '') return [required(at, '')];
    if (rules.findIndex((rule) => rule.expression === expression) < index) return [duplicate(at, expression)];
    return problemsOf(compileUserRule, expression, at);
  });
}
