// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/tokenfile/tokenfile.go (v1.36)

import type { UserInfo } from '../request-context.js';
import type { Authenticator } from './authenticator.js';
import { bearerToken, webSocketToken } from './bearer-token.js';
import { authenticatorOf } from './union.js';

/** The users of fixed bearer tokens: for a server on one machine. Requests without a token are rejected. */
export function staticTokens(users: Readonly<Record<string, UserInfo>>): Authenticator {
  const known = new Map(Object.entries(users));
  const tokens = {
    async authenticateToken(token: string) {
      const user = known.get(token);
      return user && { user, audiences: [] };
    },
  };
  const reading = { tokens, audiences: [] };
  return authenticatorOf([bearerToken(reading), webSocketToken(reading)]);
}
