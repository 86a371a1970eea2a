import { randomUUID } from 'node:crypto';
import { andThen } from '../../apimachinery/scheme/index.js';
import type { Filter } from './filter.js';
import { warningHeaders } from './warning-headers.js';

const auditIdHeader = 'audit-id';

export interface ResponseHeaderOptions {
  /** Such as `max-age=31536000`, `includeSubDomains`: browsers then come by TLS only. */
  readonly strictTransportSecurityDirectives?: readonly string[] | undefined;
  readonly newId?: () => string;
}

/**
 * What every response has: an id to find it by in the logs (the client's own, if it sends one), no caching, as answers
 * depend on who asks, and what filters and handlers have put into the request's context.
 */
export function setResponseHeaders(options: ResponseHeaderOptions = {}): Filter {
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
