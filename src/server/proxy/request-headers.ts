import type { ApiRequest } from '../http/index.js';
import type { Endpoint } from './backend.js';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.js';
import { joinHostPort } from './network-error.js';

export interface ForwardOptions {
  readonly endpoint: Endpoint;
  /** Of headers that are not handed on, beside those that concern the connection. */
  readonly isPrivate?: ((name: string) => boolean) | undefined;
  /** Added, in place of what the client sent under these names: names and values in turn, names in lower case. */
  readonly added?: readonly string[] | undefined;
  /** The request asks to upgrade the connection, and so shall the one that is handed on. */
  readonly isUpgrade?: boolean | undefined;
}

/** The headers of a request that is handed on, names and values in turn. */
export function forwardedHeaders(request: ApiRequest, options: ForwardOptions): string[] {
  const { endpoint, isPrivate, added = [], isUpgrade = false } = options;
  const headers: string[] = [];
  const replaced = new Set(added.filter((_, index) => index % 2 === 0));
  const dropped = namedByConnection(request.header('connection'));
  const forwardedFor: string[] = [];
  for (const [name, value] of request.headerEntries()) {
    if (replaced.has(name) || isPrivate?.(name)) continue;
    if (name === 'x-forwarded-for') forwardedFor.push(value);
    else if (name === 'sec-websocket-protocol') pushProtocols(headers, value);
    else if (name === 'te' && value.includes('trailers')) headers.push(name, 'trailers');
    else if (name === 'content-length' && !request.hasBody) continue;
    else if (!hopByHopHeaders.has(name) && !dropped.has(name) && name !== 'expect') headers.push(name, value);
  }
  if (request.host === '' && !replaced.has('host')) headers.push('host', joinHostPort(endpoint.host, endpoint.port));
  forwardedFor.push(request.remoteAddress.replace(/^::ffff:/, ''));
  headers.push('x-forwarded-for', forwardedFor.join(', '));
  if (isUpgrade) headers.push('connection', 'Upgrade', 'upgrade', request.header('upgrade') ?? '');
  headers.push(...framing(request), ...added);
  return headers;
}

/** How the end of the body is found: never left to the connection, which is used again. */
function framing(request: ApiRequest): string[] {
  const isAnnounced = request.header('content-length') !== undefined;
  if (request.hasBody) return isAnnounced ? [] : ['transfer-encoding', 'chunked'];
  const mayHaveBody = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
  return mayHaveBody ? ['content-length', '0'] : [];
}

const bearerProtocol = 'base64url.bearer.authorization.k8s.io.';

/** Browsers send a bearer token among the protocols of a WebSocket. */
function pushProtocols(headers: string[], value: string): void {
  const protocols = value.split(',').map((protocol) => protocol.trim());
  const kept = protocols.filter((protocol) => !protocol.startsWith(bearerProtocol));
  if (kept.length > 0) headers.push('sec-websocket-protocol', kept.join(', '));
}
