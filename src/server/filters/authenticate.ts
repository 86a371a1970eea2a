// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { isUnauthorized, unauthorized } from '../../apimachinery/status/index.js';
import type { Auditor } from '../audit/index.js';
import { type Authenticator, anonymousUser, unseenTokenWarning } from '../authentication/index.js';
import { FeatureGates } from '../feature-gates/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import { auditFailedRequest } from './audit-requests.js';
import type { FilterHandler } from './filter.js';

export interface AuthenticationOptions {
  readonly audit?: Auditor;
  readonly access?: AccessMetrics;
  /** Unset: the gates at their defaults. */
  readonly features?: FeatureGates;
}

/**
 * Authenticates the request, unless the user is known from the connection. Requests that cannot be authenticated are
 * rejected. Streams of HTTP/2 are cheap to open: clients that are not known get one request for each connection.
 */
export function authenticate(
  authenticator: Authenticator,
  { audit, access, features = new FeatureGates() }: AuthenticationOptions = {},
): FilterHandler {
  const limitsAnonymous = features.isEnabled('UnauthenticatedHTTP2DOSMitigation');
  const limitConnection = (context: RequestContext): void => {
    if (limitsAnonymous && context.request.protocol === 'HTTP/2.0') context.closesConnection = true;
  };
  const refused = (context: RequestContext, error: unknown): Promise<never> => {
    limitConnection(context);
    if (!audit || !isUnauthorized(error)) throw error;
    return Promise.resolve(auditFailedRequest(audit, context, unauthorized('Unauthorized').status)).then(() => {
      throw error;
    });
  };
  return (context, next) => {
    if (context.hasUser) return next();
    const begin = systemClock.monotonic();
    const failed = (error: unknown): Promise<never> => {
      access?.authenticationFailed(begin);
      return refused(context, error);
    };
    const known = (user: UserInfo | undefined) => {
      access?.authenticated(user, begin);
      if (!user) return refused(context, unauthorized('Unauthorized'));
      context.user = user;
      if (user === anonymousUser) limitConnection(context);
      const warning = user === anonymousUser ? unseenTokenWarning(context.request.header('authorization')) : undefined;
      if (warning) context.warn(warning);
      // Handlers and backends must never see the credentials.
      context.request.dropHeader('authorization');
      return next();
    };
    let user: MaybePromise<UserInfo | undefined>;
    try {
      user = authenticator.authenticate(context.request);
    } catch (error) {
      return failed(error);
    }
    return user instanceof Promise ? user.then(known, failed) : known(user);
  };
}
