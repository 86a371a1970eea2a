// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_proxy.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)

import { posix } from 'node:path';
import type { ApiRequest } from '../../server/http/index.js';
import { headerBytes } from '../../server/http/index.js';
import type { UserInfo } from '../../server/index.js';
import { type BackendAddress, forwardedHeaders, joinHostPort } from '../../server/proxy/index.js';
import { plainPath } from './plain-path.js';

/**
 * Headers with the user, for extension API servers. Those of the client are dropped, or it could impersonate anyone.
 */
const userHeader = 'x-remote-user';
const uidHeader = 'x-remote-uid';
const groupHeader = 'x-remote-group';
const extraPrefix = 'x-remote-extra-';

/** Credentials and identities that were meant for this server. */
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

export interface ProxiedHeaderOptions {
  readonly user: UserInfo;
  /** Identifies the request in the logs of both servers. Empty: the client's header is forwarded. */
  readonly auditId: string;
  readonly address: BackendAddress;
  /** Matches additional identity headers that extension API servers may be configured with: they are not forwarded. */
  readonly isIdentity?: ((name: string) => boolean) | undefined;
  /** The client requests an upgrade of the connection, which is forwarded. */
  readonly isUpgrade?: boolean;
}

/** Returns the headers of a proxied request, as alternating names and values. */
export function proxiedHeaders(request: ApiRequest, options: ProxiedHeaderOptions): string[] {
  const { user, auditId, address, isIdentity, isUpgrade = false } = options;
  return forwardedHeaders(request, {
    address,
    isUpgrade,
    isPrivate: (name) => isPrivate(name) || isIdentity?.(name) === true,
    added: [
      ...['host', joinHostPort(address.host, address.port)],
      ...(isUpgrade ? [] : forwardedTo(request, address)),
      ...identityHeaders(user),
      ...(auditId === '' ? [] : ['audit-id', auditId]),
    ],
  });
}

/** The original address of the request, for servers that generate links. */
function forwardedTo({ path }: ApiRequest, { host, port }: BackendAddress): string[] {
  const to = joinHostPort(host, port);
  return ['x-forwarded-uri', posix.normalize(plainPath(path)), 'x-forwarded-host', to, 'x-forwarded-proto', 'https'];
}

export function identityHeaders({ name, uid = '', groups, extra = {} }: UserInfo): string[] {
  const headers = [userHeader, headerBytes(name)];
  if (uid !== '') headers.push(uidHeader, headerBytes(uid));
  for (const group of groups) headers.push(groupHeader, headerBytes(group));
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) headers.push(`${extraPrefix}${escapeKey(key)}`, headerBytes(value));
  }
  return headers;
}

/** Escapes a key for use in a header name: percent-encodes invalid bytes and the percent sign. */
function escapeKey(key: string): string {
  return headerBytes(key).replace(/[^A-Za-z0-9!#$&'*+\-.^_`|~]/g, (byte) => {
    const code = byte.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}
