import type { ApiRequest } from '../../server/http/index.js';
import type { UserInfo } from '../../server/index.js';
import type { Endpoint } from './backend.js';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.js';
import { joinHostPort } from './network-error.js';

/** By which servers behind us learn who the user is; what a client sent of them is dropped, or it could be anybody. */
const userHeader = 'x-remote-user';
const uidHeader = 'x-remote-uid';
const groupHeader = 'x-remote-group';
const extraPrefix = 'x-remote-extra-';

/** Credentials and identities that were for us. */
function isPrivate(name: string): boolean {
  return (
    name === 'authorization' ||
    name === userHeader ||
    name === uidHeader ||
    name === groupHeader ||
    name.startsWith(extraPrefix) ||
    name.startsWith('impersonate-')
  );
}

export interface ForwardOptions {
  readonly user: UserInfo;
  /** By which the request is found in the logs of both servers; as the client sent it if empty. */
  readonly auditId: string;
  readonly endpoint: Endpoint;
  /** Of headers by which extension API servers may have been told to know users, beside ours: none is handed on. */
  readonly isIdentity?: ((name: string) => boolean) | undefined;
  /** The request asks to upgrade the connection, and so shall the one that is handed on. */
  readonly isUpgrade?: boolean;
}

/** The headers of a request that is handed on, names and values in turn. */
export function forwardedHeaders(request: ApiRequest, options: ForwardOptions): string[] {
  const { user, auditId, endpoint, isIdentity, isUpgrade = false } = options;
  const headers: string[] = [];
  const dropped = namedByConnection(request.header('connection'));
  const forwardedFor: string[] = [];
  for (const [name, value] of request.headerEntries()) {
    if (name === 'x-forwarded-for') forwardedFor.push(value);
    else if (name === 'sec-websocket-protocol') pushProtocols(headers, value);
    else if (name === 'te' && value.includes('trailers')) headers.push(name, 'trailers');
    else if ((name === 'audit-id' && auditId !== '') || isIdentity?.(name)) continue;
    else if (name === 'content-length' && !request.hasBody) continue;
    else if (!hopByHopHeaders.has(name) && !dropped.has(name) && !isPrivate(name) && name !== 'expect') {
      headers.push(name, value);
    }
  }
  if (request.host === '') headers.push('host', joinHostPort(endpoint.host, endpoint.port));
  forwardedFor.push(request.remoteAddress.replace(/^::ffff:/, ''));
  headers.push('x-forwarded-for', forwardedFor.join(', '));
  if (isUpgrade) headers.push('connection', 'Upgrade', 'upgrade', request.header('upgrade') ?? '');
  else headers.push(...forwardedTo(request, endpoint));
  headers.push(...framing(request));
  headers.push(...identityHeaders(user));
  if (auditId !== '') headers.push('audit-id', auditId);
  return headers;
}

/** Where the request came to, for servers that make links. */
function forwardedTo({ path }: ApiRequest, { host, port }: Endpoint): string[] {
  const to = joinHostPort(host, port);
  return ['x-forwarded-uri', path, 'x-forwarded-host', to, 'x-forwarded-proto', 'https'];
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

export function identityHeaders({ name, uid = '', groups, extra = {} }: UserInfo): string[] {
  const headers = [userHeader, asBytes(name)];
  if (uid !== '') headers.push(uidHeader, asBytes(uid));
  for (const group of groups) headers.push(groupHeader, asBytes(group));
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) headers.push(`${extraPrefix}${escapeKey(key)}`, asBytes(value));
  }
  return headers;
}

/** Header values are bytes: texts beyond ASCII go as UTF-8. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** A key as part of a header's name: bytes that names cannot have are percent-encoded, and so is the percent sign. */
function escapeKey(key: string): string {
  return asBytes(key).replace(/[^A-Za-z0-9!#$&'*+\-.^_`|~]/g, (byte) => {
    const code = byte.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}
