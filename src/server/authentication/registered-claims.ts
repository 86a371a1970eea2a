// Follows vendor/gopkg.in/go-jose/go-jose.v2/jwt/claims.go (v1.36)
// Follows vendor/gopkg.in/go-jose/go-jose.v2/jwt/validation.go (v1.36)

import { getOwn, type JsonObject, jsonTypeName } from '../../apimachinery/meta/index.js';

type TimeClaim = 'exp' | 'nbf' | 'iat';

/** A claim has the wrong type, so that nothing in the token can be relied on. */
export class ClaimTypeError extends Error {}

/** Later times do not fit into 64-bit seconds. */
const maxSeconds = 2 ** 62;

/**
 * Whole seconds since 1970; undefined if the claim is absent or null. Throws ClaimTypeError for anything else that is
 * not a number, in particular for a quoted number: an invalid expiry must not count as none.
 */
export function timeClaim(claims: JsonObject, name: TimeClaim | 'warnafter'): number | undefined {
  const value = getOwn(claims, name);
  if (value === undefined || value === null) return undefined;
  const seconds = typeof value === 'bigint' ? Number(value) : value;
  if (typeof seconds === 'number' && Math.abs(seconds) < maxSeconds) return Math.trunc(seconds);
  throw new ClaimTypeError('go-jose/go-jose/jwt: expected number value to unmarshal NumericDate');
}

/** The audiences of a token, which may be a single string; empty if absent. Throws ClaimTypeError. */
function audienceClaim(claims: JsonObject): readonly string[] {
  const value = getOwn(claims, 'aud');
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new ClaimTypeError('go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience');
}

/** Empty if absent or null. Throws ClaimTypeError. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = getOwn(claims, name) ?? '';
  if (typeof value === 'string') return value;
  throw new ClaimTypeError(`json: cannot unmarshal ${jsonTypeName(value)} into Go struct field ${name} of type string`);
}

/** Registered claims of RFC 7519, each with its type. */
export interface RegisteredClaims extends Readonly<Record<TimeClaim, number | undefined>> {
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
}

/** Throws ClaimTypeError if one of them has the wrong type. Not every kind of token checks the others, such as `jti`. */
export function registeredClaims(claims: JsonObject): RegisteredClaims {
  return {
    issuer: textClaim(claims, 'iss'),
    subject: textClaim(claims, 'sub'),
    audiences: audienceClaim(claims),
    exp: timeClaim(claims, 'exp'),
    nbf: timeClaim(claims, 'nbf'),
    iat: timeClaim(claims, 'iat'),
  };
}
