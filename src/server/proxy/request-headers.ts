// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)

import type { ApiRequest } from '../http/index.js';
import type { BackendAddress } from './backend.js';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.js';
import { joinHostPort } from './network-error.js';

interface ForwardOptions {
  readonly address: BackendAddress;
  /** Whether a header is not forwarded, besides the hop-by-hop headers. */
  readonly isPrivate?: ((name: string) => boolean) | undefined;
  /** Replace the client's headers of the same names: alternating names and values, names in lower case. */
  readonly added?: readonly string[] | undefined;
  /** Whether the request, and therefore the forwarded one, is a protocol upgrade. */
  readonly isUpgrade?: boolean | undefined;
}

/** The headers of a forwarded request, alternating names and values. */
export function forwardedHeaders(request: ApiRequest, options: ForwardOptions): string[] {
  const { address, isPrivate, added = [], isUpgrade = false } = options;
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
  if (request.host === '' && !replaced.has('host')) headers.push('host', joinHostPort(address.host, address.port));
  forwardedFor.push(request.remoteAddress.replace(/^::ffff:/, ''));
  headers.push('x-forwarded-for', forwardedFor.join(', '));
  if (isUpgrade) headers.push('connection', 'Upgrade', 'upgrade', request.header('upgrade') ?? '');
  headers.push(...framing(request), ...added);
  return headers;
}

/** How the body is delimited: never by closing the connection, which is reused. */
function framing(request: ApiRequest): string[] {
  const isAnnounced = request.header('content-length') !== undefined;
  if (request.hasBody) return isAnnounced ? [] : ['transfer-encoding', 'chunked'];
  const mayHaveBody = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
  return mayHaveBody ? ['content-length', '0'] : [];
}

const bearerProtocol = 'base64url.bearer.authorization.k8s.io.';

/** Browsers send a bearer token as a WebSocket subprotocol; it is not forwarded. */
function pushProtocols(headers: string[], value: string): void {
  const protocols = value.split(',').map((protocol) => protocol.trim());
  const kept = protocols.filter((protocol) => !protocol.startsWith(bearerProtocol));
  if (kept.length > 0) headers.push('sec-websocket-protocol', kept.join(', '));
}
