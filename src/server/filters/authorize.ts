import { forbidden } from '../../apimachinery/status/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { RequestContext } from '../request-context.js';
import type { Filter } from './filter.js';

/** Asks whether the user may do this; without a clear yes the answer is no. */
export function authorize(authorizer: Authorizer): Filter {
  return async (context, next) => {
    const { decision, reason } = await authorizer.authorize(context.user, context.info);
    if (decision === 'allow') return next();
    throw forbidden(
      { group: context.info.apiGroup, resource: context.info.resource },
      context.info.name,
      explanation(context, reason),
    );
  };
}

function explanation({ user, info }: RequestContext, reason: string | undefined): string {
  const because = reason ? `: ${reason}` : '';
  if (!info.isResourceRequest) return `User "${user.name}" cannot ${info.verb} path "${info.path}"${because}`;
  const what = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === '' ? 'at the cluster scope' : `in the namespace "${info.namespace}"`;
  return `User "${user.name}" cannot ${info.verb} resource "${what}" in API group "${info.apiGroup}" ${where}${because}`;
}
