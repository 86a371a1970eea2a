import type { Authorizer } from '../authorization/index.js';
import { forbiddenTo } from '../handlers/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { Filter } from './filter.js';

/** Asks whether the user may do this; without a clear yes the answer is no. */
export function authorize(authorizer: Authorizer, access?: AccessMetrics): Filter {
  return async (context, next) => {
    const begin = performance.now();
    const { decision, reason } = await authorizer.authorize(context.user, context.info);
    access?.authorized(decision, begin);
    context.record?.annotate('authorization.k8s.io/decision', decision === 'allow' ? 'allow' : 'forbid');
    context.record?.annotate('authorization.k8s.io/reason', reason ?? '');
    if (decision === 'allow') return await next();
    throw forbiddenTo(context.user, context.info, reason);
  };
}
