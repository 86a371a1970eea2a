import { badRequest } from '../../apimachinery/status/index.js';
import type { ApiRequest } from '../http/index.js';
import { queryLimits, type RequestInfo, shortestQueryLimit } from '../routing/index.js';
import type { FilterHandler } from './filter.js';

const list = 8 * 1024;
const token = 64 * 1024;

/**
 * Maximum lengths of the headers that this server reads; for others only the total is limited. Lists may be as long as
 * other servers allow a whole header line to be; tokens may contain many groups. See docs/limits.md.
 */
export const headerLimits: Readonly<Record<string, number>> = {
  accept: list,
  'accept-encoding': list,
  'audit-id': list,
  authorization: token,
  connection: list,
  'content-type': list,
  'if-match': list,
  'if-modified-since': list,
  'if-none-match': list,
  'if-range': list,
  'if-unmodified-since': list,
  origin: list,
  range: list,
  'sec-websocket-key': list,
  // The same token, encoded.
  'sec-websocket-protocol': 2 * token,
  traceparent: list,
  upgrade: list,
  'x-forwarded-for': list,
  'x-real-ip': list,
};

/** Rejects absurdly long headers and query parameters before they are parsed: parsing would block the event loop. */
export function limitRequest(): FilterHandler {
  return (context, next) => {
    const { request, info } = context;
    checkHeaders(request);
    if (request.rawQuery.length > shortestQueryLimit && !isHandedOn(info)) checkQuery(request);
    return next();
  };
}

function checkHeaders(request: ApiRequest): void {
  for (const name in request.headers) {
    const length = request.headers[name]?.length ?? 0;
    // The shortest limit; few headers are longer.
    if (length <= list) continue;
    const limit = headerLimits[name];
    if (limit === undefined || length <= limit) continue;
    // The rejected header must not influence the response.
    request.dropHeader(name);
    throw badRequest(`header ${JSON.stringify(name)} is too long: must be no more than ${limit} characters`);
  }
}

function checkQuery({ query }: ApiRequest): void {
  for (const [name, value] of query) {
    const limit = queryLimits.get(name);
    if (limit === undefined || value.length <= limit) continue;
    throw badRequest(`query parameter ${JSON.stringify(name)} is too long: must be no more than ${limit} characters`);
  }
}

/** The query of a proxied request is for the backend. */
function isHandedOn({ isResourceRequest, subresource, verb }: RequestInfo): boolean {
  return isResourceRequest && (subresource === 'proxy' || verb === 'proxy');
}
