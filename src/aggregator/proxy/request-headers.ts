import { posix } from 'node:path';
import type { ApiRequest } from '../../server/http/index.js';
import type { UserInfo } from '../../server/index.js';
import { type Endpoint, forwardedHeaders, joinHostPort } from '../../server/proxy/index.js';
import { plainPath } from './plain-path.js';

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

export interface HandOnOptions {
  readonly user: UserInfo;
  /** By which the request is found in the logs of both servers; as the client sent it if empty. */
  readonly auditId: string;
  readonly endpoint: Endpoint;
  /** Of headers by which extension API servers may have been told to know users, beside ours: none is handed on. */
  readonly isIdentity?: ((name: string) => boolean) | undefined;
  /** The request asks to upgrade the connection, and so shall the one that is handed on. */
  readonly isUpgrade?: boolean;
}

/** The headers of a request that is handed on to an extension API server, names and values in turn. */
export function handedOnHeaders(request: ApiRequest, options: HandOnOptions): string[] {
  const { user, auditId, endpoint, isIdentity, isUpgrade = false } = options;
  return forwardedHeaders(request, {
    endpoint,
    isUpgrade,
    isPrivate: (name) => isPrivate(name) || isIdentity?.(name) === true,
    added: [
      ...['host', joinHostPort(endpoint.host, endpoint.port)],
      ...(isUpgrade ? [] : forwardedTo(request, endpoint)),
      ...identityHeaders(user),
      ...(auditId === '' ? [] : ['audit-id', auditId]),
    ],
  });
}

/** Where the request came to, for servers that make links. */
function forwardedTo({ path }: ApiRequest, { host, port }: Endpoint): string[] {
  const to = joinHostPort(host, port);
  return ['x-forwarded-uri', posix.normalize(plainPath(path)), 'x-forwarded-host', to, 'x-forwarded-proto', 'https'];
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
