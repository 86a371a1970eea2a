import type { ApiRequest } from '../http/index.js';

/** Whether the client requests to upgrade the connection to another protocol. */
export function wantsUpgrade(request: ApiRequest): boolean {
  if (request.protocol !== 'HTTP/1.1' || request.headers['upgrade'] === undefined) return false;
  return /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(request.header('connection') ?? '');
}
