// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36)

import { type CelValue, isList, listItems } from '../../../apimachinery/cel/index.js';
import { goQuote, type JsonObject, type JsonValue, jsonTypeName } from '../../../apimachinery/meta/index.js';
import type { UserInfo } from '../../request-context.js';
import type { JwtConfiguration } from './authentication-configuration.js';
import { compileClaimRule, compileMapping, compileUserRule, type Expression, evaluate } from './claim-expressions.js';

interface Rule {
  readonly expression: Expression;
  readonly message: string;
}

/** Maps claims to users according to a valid configuration, and applies its validation rules. */
export class UserMapper {
  readonly #configuration: JwtConfiguration;
  readonly #username: Expression | undefined;
  readonly #groups: Expression | undefined;
  readonly #uid: Expression | undefined;
  readonly #extra: readonly { readonly key: string; readonly expression: Expression }[];
  readonly #claimRules: readonly Rule[];
  readonly #userRules: readonly Rule[];

  constructor(configuration: JwtConfiguration) {
    const { claimMappings, claimValidationRules, userValidationRules } = configuration;
    const compiled = (expression: string) => (expression === '' ? undefined : compileMapping(expression));
    this.#configuration = configuration;
    this.#username = compiled(claimMappings.username.expression);
    this.#groups = compiled(claimMappings.groups.expression);
    this.#uid = compiled(claimMappings.uid.expression);
    this.#extra = claimMappings.extra.map(({ key, valueExpression }) => ({
      key,
      expression: compileMapping(valueExpression),
    }));
    this.#claimRules = claimValidationRules
      .filter(({ expression }) => expression !== '')
      .map(({ expression, message }) => ({ expression: compileClaimRule(expression), message }));
    this.#userRules = userValidationRules.map(({ expression, message }) => ({
      expression: compileUserRule(expression),
      message,
    }));
  }

  /** Throws an error that describes the problem with the claims, in the words of kube-apiserver. */
  userOf(claims: JsonObject): UserInfo {
    const name = this.#nameIn(claims);
    const groups = this.#groupsIn(claims);
    const uid = this.#uidIn(claims);
    const extra = this.#extraIn(claims);
    this.#checkRequiredClaims(claims);
    checkRules(this.#claimRules, { claims }, 'claim validation expression');
    checkRules(this.#userRules, { user: { username: name, uid, groups, extra } }, 'user info validation rule');
    return {
      name,
      groups,
      ...(uid !== '' && { uid }),
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  }

  #nameIn(claims: JsonObject): string {
    if (this.#username) {
      const name = textOf(this.#username, claims, 'username');
      if (name === '') throw new Error('oidc: empty username via CEL expression is not allowed');
      return name;
    }
    const { claim, prefix = '' } = this.#configuration.claimMappings.username;
    const name = claimText(claims, claim, `oidc: parse username claims ${goQuote(claim)}`);
    if (claim === 'email' && Object.hasOwn(claims, 'email_verified')) {
      const isVerified = claims['email_verified'] ?? false;
      if (typeof isVerified !== 'boolean') {
        throw new Error(`oidc: parse 'email_verified' claim: ${mismatch(isVerified, 'bool')}`);
      }
      if (!isVerified) throw new Error('oidc: email not verified');
    }
    return prefix + name;
  }

  #groupsIn(claims: JsonObject): string[] {
    const { claim, prefix = '' } = this.#configuration.claimMappings.groups;
    if (claim !== '' && Object.hasOwn(claims, claim)) {
      return groupsOf(claims[claim]!, claim).map((group) => prefix + group);
    }
    return this.#groups ? textsOf(this.#groups, claims, 'oidc: error evaluating group claim expression') : [];
  }

  #uidIn(claims: JsonObject): string {
    const { claim } = this.#configuration.claimMappings.uid;
    if (claim !== '') return claimText(claims, claim, `oidc: parse uid claim ${goQuote(claim)}`);
    return this.#uid ? textOf(this.#uid, claims, 'uid') : '';
  }

  #extraIn(claims: JsonObject): Record<string, string[]> {
    const { jti } = claims;
    const extra: Record<string, string[]> = {};
    if (typeof jti === 'string' && jti !== '') extra['authentication.kubernetes.io/credential-id'] = [`JTI=${jti}`];
    for (const { key, expression } of this.#extra) {
      const problem = `oidc: error evaluating extra claim expression: ${expression.source}`;
      const values = textsOf(expression, claims, problem);
      if (values.length > 0) extra[key] = values;
    }
    return extra;
  }

  #checkRequiredClaims(claims: JsonObject): void {
    for (const { claim, requiredValue } of this.#configuration.claimValidationRules) {
      if (claim === '') continue;
      if (!Object.hasOwn(claims, claim)) throw new Error(`oidc: required claim ${claim} not present in ID token`);
      const value = claimText(claims, claim, `oidc: parse claim ${claim}`);
      if (value === requiredValue) continue;
      throw new Error(`oidc: required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`);
    }
  }
}

function checkRules(rules: readonly Rule[], variables: Readonly<Record<string, JsonObject>>, what: string): void {
  for (const { expression, message } of rules) {
    const holds = explained(`oidc: error evaluating ${what}`, () => evaluate(expression, variables));
    if (holds === true) continue;
    throw new Error(`oidc: error evaluating ${what}: validation expression '${expression.source}' failed: ${message}`);
  }
}

/** As in Go, null is the empty string. */
function claimText(claims: JsonObject, claim: string, problem: string): string {
  if (!Object.hasOwn(claims, claim)) throw new Error(`${problem}: claim not present`);
  const value = claims[claim] ?? '';
  if (typeof value !== 'string') throw new Error(`${problem}: ${mismatch(value, 'string')}`);
  return value;
}

/** A single group may be a plain string. */
function groupsOf(value: JsonValue, claim: string): string[] {
  if (typeof value === 'string') return [value];
  if (value === null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new Error(`oidc: parse groups claim ${goQuote(claim)}: ${mismatch(value, 'string')}`);
}

function mismatch(value: JsonValue, goType: string): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${goType}`;
}

function textOf(expression: Expression, claims: JsonObject, field: string): string {
  const problem = `oidc: error evaluating ${field} claim expression`;
  const value = explained(problem, () => evaluate(expression, { claims }));
  if (typeof value === 'string') return value;
  throw new Error(`${problem}: ${field} claim expression must return a string`);
}

function textsOf(expression: Expression, claims: JsonObject, problem: string): string[] {
  const value = explained(problem, () => evaluate(expression, { claims }));
  const texts = value === null ? [] : isList(value) ? listItems(value) : [value];
  if (texts.every((text): text is string => typeof text === 'string')) return texts.filter((text) => text !== '');
  throw new Error(`${problem}: expression must return a string or a list of strings`);
}

function explained(problem: string, work: () => CelValue): CelValue {
  try {
    return work();
  } catch (error) {
    throw new Error(`${problem}: ${(error as Error).message}`, { cause: error });
  }
}
