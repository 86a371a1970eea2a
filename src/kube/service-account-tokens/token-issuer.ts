// Follows pkg/serviceaccount/jwt.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { WebToken } from '../../server/authentication/index.js';
import type { TokenKeys, VerifyingKey } from './token-keys.js';
import { keysAmong, signWebToken } from './web-token.js';

/** Signs service account tokens, and has the keys that verify them. */
export interface TokenIssuer {
  /** Rejects if the token cannot be signed. */
  sign(claims: JsonObject): MaybePromise<string>;
  /** Returns the keys that a token may be signed with; none if its key is unknown. */
  keysFor(token: WebToken): MaybePromise<readonly VerifyingKey[]>;
  /** The keys that third parties verify tokens with. */
  readonly published: readonly VerifyingKey[];
  /** How long third parties may keep them. */
  readonly maxAgeSeconds: number;
}

const oneHourSeconds = 3600;

/** The issuer of a server that has the private key. */
export function localIssuer({ signing, verifying }: TokenKeys): TokenIssuer {
  return {
    sign: (claims) => signWebToken(claims, signing),
    keysFor: (token) => keysAmong(verifying, token),
    published: verifying,
    maxAgeSeconds: oneHourSeconds,
  };
}
