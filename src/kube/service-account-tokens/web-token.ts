// Follows pkg/serviceaccount/jwt.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { WebToken } from '../../server/authentication/index.js';
import type { SigningKey, VerifyingKey } from './token-keys.js';

export function signWebToken(claims: JsonObject, key: SigningKey): string {
  const { algorithm, id } = key.publicKey;
  const signed = `${encode({ alg: algorithm.name, kid: id })}.${encode(claims)}`;
  return `${signed}.${key.sign(Buffer.from(signed)).toString('base64url')}`;
}

/** Returns the keys that match the token's key ID; all if it has none. */
export function keysAmong(keys: readonly VerifyingKey[], { header: { kid } }: WebToken): readonly VerifyingKey[] {
  return typeof kid === 'string' && kid !== '' ? keys.filter(({ id }) => id === kid) : keys;
}

/** The algorithm is determined by the key, never by the token. */
export function isSignedWith(key: VerifyingKey, { header, signed, signature }: WebToken): boolean {
  return header['alg'] === key.algorithm.name && key.verifies(signed, signature);
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
