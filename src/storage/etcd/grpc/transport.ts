import { connect as connectSocket, isIP } from 'node:net';
import { basename } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls';
import { trustedRoots } from '../../../apimachinery/pem/index.js';
import type { SessionTransport } from './http2/index.js';

export interface TlsMaterial {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly serverName?: string;
}

/**
 * Connects to an endpoint: through a socket that is open, over TCP, or by `unix:` and `unixs:` through the socket of
 * that path.
 */
export function openTransport(
  endpoint: URL,
  { serverName, ca, ...material }: TlsMaterial,
  dialed?: Duplex,
): SessionTransport {
  const isSecure = endpoint.protocol === 'https:' || endpoint.protocol === 'unixs:';
  const isPath = endpoint.protocol.startsWith('unix');
  const authority = isPath ? 'localhost' : endpoint.host;
  const to = isPath ? { path: socketPath(endpoint) } : addressOf(endpoint);
  if (!isSecure) return { socket: dialed ?? connectSocket(to), authority, isSecure };
  const named = { servername: serverName ?? nameIn(endpoint) };
  const secured: TlsOptions = {
    ...material,
    ...trustedRoots(ca),
    ...named,
    ALPNProtocols: ['h2'],
    ...(dialed ? { socket: dialed } : to),
  };
  return { socket: connectTls(secured), authority, isSecure };
}

export function addressOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** The name that the certificate must have; an IP address is not sent as one. */
function nameIn(endpoint: URL): string | undefined {
  if (endpoint.protocol.startsWith('unix')) return basename(socketPath(endpoint));
  const { host } = addressOf(endpoint);
  return isIP(host) ? undefined : host;
}

/** `unix:///a/b` is an absolute path; `unix:b` and `unix://b` are relative ones. */
function socketPath({ host, pathname }: URL): string {
  return decodeURIComponent(host + pathname);
}
