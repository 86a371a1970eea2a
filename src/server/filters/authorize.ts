// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { andThen } from '../../apimachinery/scheme/index.js';
import type { Authorizer } from '../authorization/index.js';
import { forbiddenTo } from '../handlers/index.js';
import type { ApiResponse } from '../http/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import type { FilterHandler } from './filter.js';
import { noSniff } from './no-sniff.js';
import { plainInternalError } from './plain-error.js';

/** Authorizes the request; anything but an explicit allow is a denial. */
export function authorize(authorizer: Authorizer, access?: AccessMetrics): FilterHandler {
  return (context, next) => {
    const begin = systemClock.monotonic();
    return andThen(authorizer.authorize(context.user, context.info), ({ decision, reason, error }) => {
      const isUndecided = error !== undefined && decision !== 'allow';
      access?.authorized(isUndecided ? 'error' : decision, begin);
      if (isUndecided) return undecided(context, error);
      context.record?.annotate('authorization.k8s.io/decision', decision === 'allow' ? 'allow' : 'forbid');
      context.record?.annotate('authorization.k8s.io/reason', reason ?? '');
      if (decision === 'allow') return next();
      throw noSniff(context, forbiddenTo(context.user, context.info, reason));
    });
  };
}

/** No authorizer could decide, and one failed: a server error and not the client's. */
function undecided({ request, record }: RequestContext, error: string): ApiResponse {
  record?.annotate('authorization.k8s.io/reason', 'internal error');
  return plainInternalError(request, error);
}
