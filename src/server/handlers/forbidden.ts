// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { forbidden, type StatusError } from '../../apimachinery/status/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** Builds the Forbidden error for a user who is not authorized for the request. */
export function forbiddenTo(user: UserInfo, info: RequestInfo, reason: string | undefined): StatusError {
  const { apiGroup: group, resource, name } = info;
  const explanation = withoutMarkup(explain(user, info)) + (reason ? `: ${reason}` : '');
  return forbidden({ group, resource }, name, explanation);
}

function explain(user: UserInfo, info: RequestInfo): string {
  const who = `User ${goQuote(user.name)} cannot ${info.verb}`;
  if (!info.isResourceRequest) return `${who} path ${goQuote(info.path)}`;
  const what = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === '' ? 'at the cluster scope' : `in the namespace "${info.namespace}"`;
  return `${who} resource "${what}" in API group "${info.apiGroup}" ${where}`;
}

/** Escapes HTML, so that a browser does not render a path as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
