import { systemClock } from '../../apimachinery/clock/index.js';
import { andThen } from '../../apimachinery/scheme/index.js';
import type { Authorizer } from '../authorization/index.js';
import { forbiddenTo } from '../handlers/index.js';
import type { ApiResponse } from '../http/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { RequestContext } from '../request-context.js';
import type { Filter } from './filter.js';
import { plainInternalError } from './plain-error.js';
import { unsniffed } from './unsniffed.js';

/** Asks whether the user may do this; without a clear yes the answer is no. */
export function authorize(authorizer: Authorizer, access?: AccessMetrics): Filter {
  return (context, next) => {
    const begin = systemClock.monotonic();
    return andThen(authorizer.authorize(context.user, context.info), ({ decision, reason, error }) => {
      const isUndecided = error !== undefined && decision !== 'allow';
      access?.authorized(isUndecided ? 'error' : decision, begin);
      if (isUndecided) return undecided(context, error);
      context.record?.annotate('authorization.k8s.io/decision', decision === 'allow' ? 'allow' : 'forbid');
      context.record?.annotate('authorization.k8s.io/reason', reason ?? '');
      if (decision === 'allow') return next();
      throw unsniffed(context, forbiddenTo(context.user, context.info, reason));
    });
  };
}

/** Nobody could say: that is no fault of who asks. */
function undecided({ request, record }: RequestContext, error: string): ApiResponse {
  record?.annotate('authorization.k8s.io/reason', 'internal error');
  return plainInternalError(request, error);
}
