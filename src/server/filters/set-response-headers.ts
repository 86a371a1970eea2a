import { randomUUID } from 'node:crypto';
import type { Filter } from './filter.js';

const auditIdHeader = 'audit-id';
/** A client's own audit id is kept up to this length. */
const maxAuditIdLength = 128;

/** What every response has: an id to find it by in the logs, and no caching, as answers depend on who asks. */
export function setResponseHeaders(newId: () => string = randomUUID): Filter {
  return async (context, next) => {
    const given = context.request.header(auditIdHeader);
    const id = given && given.length <= maxAuditIdLength ? given : newId();
    const response = await next();
    return { ...response, headers: { [auditIdHeader]: id, 'cache-control': 'no-cache, private', ...response.headers } };
  };
}
