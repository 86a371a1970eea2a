// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/cachecontrol.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/filters/hsts.go (v1.36)

import { randomUUID } from 'node:crypto';
import { andThen } from '../../apimachinery/scheme/index.js';
import type { FilterHandler } from './filter.js';
import { warningHeaders } from './warning-headers.js';

const auditIdHeader = 'audit-id';

export interface ResponseHeaderOptions {
  /** For example `max-age=31536000`, `includeSubDomains`: browsers then use TLS only. */
  readonly strictTransportSecurityDirectives?: readonly string[] | undefined;
  readonly newId?: () => string;
}

/**
 * Sets the headers of every response: the audit ID (the client's own, if it sends one), no caching, since responses
 * depend on the user, and the headers that filters and handlers added to the request context.
 */
export function setResponseHeaders(options: ResponseHeaderOptions = {}): FilterHandler {
  const { strictTransportSecurityDirectives: directives = [], newId = randomUUID } = options;
  const always = {
    'cache-control': 'no-cache, private',
    ...(directives.length > 0 && { 'strict-transport-security': directives.join('; ') }),
  };
  return (context, next) => {
    const id = context.request.header(auditIdHeader) || newId();
    context.auditId = id;
    return andThen(next(), (response) => {
      const { responseHeaders, warnings } = context;
      if (warnings.length > 0) Object.assign(responseHeaders, warningHeaders(warnings));
      return {
        status: response.status,
        headers: { [auditIdHeader]: id, ...always, ...responseHeaders, ...response.headers },
        body: response.body,
        closeConnection: response.closeConnection || context.closesConnection,
      };
    });
  };
}
