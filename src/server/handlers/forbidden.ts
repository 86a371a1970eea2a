import { forbidden, type StatusError } from '../../apimachinery/status/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** What a user is told who may not do this. */
export function forbiddenTo(user: UserInfo, info: RequestInfo, reason: string | undefined): StatusError {
  const { apiGroup: group, resource, name } = info;
  return forbidden({ group, resource }, name, explanation(user, info, reason));
}

function explanation(user: UserInfo, info: RequestInfo, reason: string | undefined): string {
  const because = reason ? `: ${reason}` : '';
  const who = `User ${JSON.stringify(user.name)} cannot ${info.verb}`;
  if (!info.isResourceRequest) return `${who} path ${JSON.stringify(info.path)}${because}`;
  const what = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === '' ? 'at the cluster scope' : `in the namespace "${info.namespace}"`;
  return `${who} resource "${what}" in API group "${info.apiGroup}" ${where}${because}`;
}
