// Follows staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { ApiRequest } from '../http/index.js';
import type { UserInfo } from '../request-context.js';

/**
 * Authenticates requests. Returns undefined if the request has no credentials that it knows: the next authenticator is
 * then called. Throws `refused` to reject the request. Synchronous where possible, since it runs for every request.
 */
export interface Authenticator {
  authenticate(request: ApiRequest): MaybePromise<UserInfo | undefined>;
}

/** The user of a token, and which of the requested audiences it is valid for. */
export interface TokenOwner {
  readonly user: UserInfo;
  readonly audiences: readonly string[];
}

/**
 * Authenticates a token for the requested audiences; none requested: they are not checked. Returns undefined if the
 * token is unknown or valid for none of them.
 */
export interface TokenAuthenticator {
  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined>;
}

/** Treats every request as sent by one user. For servers that only their own process can reach. */
export function alwaysUser(user: UserInfo): Authenticator {
  return { authenticate: () => user };
}

/** Invalid credentials. Clients do not get the reason, since it would help an attacker. */
export function refused(reason: string): StatusError {
  return StatusError.of({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' }, { cause: new Error(reason) });
}
