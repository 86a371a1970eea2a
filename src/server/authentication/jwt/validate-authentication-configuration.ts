// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type {
  AuthenticationConfiguration,
  JwtConfiguration,
  UserValidationRule,
} from './authentication-configuration.js';
import { compileUserRule } from './claim-expressions.js';
import { validateClaimMappings } from './validate-claim-mappings.js';
import { problemsOf, validateClaimRules } from './validate-claim-rules.js';
import { type IssuerRules, validateIssuer } from './validate-issuer.js';

const maxIssuers = 64;

/**
 * Returns the errors that kube-apiserver reports, in its order and words.
 */
export function validateAuthenticationConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  rules: IssuerRules,
): FieldError[] {
  const path = FieldPath.of('jwt');
  if (jwt.length > maxIssuers) return [path.tooMany(jwt.length, maxIssuers)];
  const errors = jwt.flatMap((one, index) => [
    ...validateJwt(one, path.index(index), rules),
    ...validateUnique(jwt, index, path.index(index).child('issuer')),
  ]);
  if (anonymous && !anonymous.enabled && anonymous.conditions.length > 0) {
    const value = anonymous.conditions.map(({ path }) => ({ path }));
    const detail = 'enabled should be set to true when conditions are defined';
    errors.push(FieldPath.of('anonymous').child('conditions').invalid(value, detail));
  }
  return errors;
}

function validateJwt(jwt: JwtConfiguration, path: FieldPath, rules: IssuerRules): FieldError[] {
  return [
    ...validateIssuer(jwt.issuer, path.child('issuer'), rules),
    ...validateClaimRules(jwt.claimValidationRules, path.child('claimValidationRules')),
    ...validateClaimMappings(jwt, path.child('claimMappings')),
    ...validateUserRules(jwt.userValidationRules, path.child('userValidationRules')),
  ];
}

function validateUnique(jwt: readonly JwtConfiguration[], index: number, path: FieldPath): FieldError[] {
  const { url, discoveryURL } = jwt[index]!.issuer;
  const before = jwt.slice(0, index).map(({ issuer }) => issuer);
  return [
    ...(before.some((issuer) => issuer.url === url) ? [path.child('url').duplicate(url)] : []),
    ...(discoveryURL !== '' && before.some((issuer) => issuer.discoveryURL === discoveryURL)
      ? [path.child('discoveryURL').duplicate(discoveryURL)]
      : []),
  ];
}

function validateUserRules(rules: readonly UserValidationRule[], path: FieldPath): FieldError[] {
  return rules.flatMap(({ expression }, index) => {
    const at = path.index(index).child('expression');
    if (expression === '') return [at.required()];
    if (rules.findIndex((rule) => rule.expression === expression) < index) return [at.duplicate(expression)];
    return problemsOf(compileUserRule, expression, at);
  });
}
