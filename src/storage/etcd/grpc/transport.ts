import type { ClientSessionOptions, SecureClientSessionOptions } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { basename } from 'node:path';
import { connect as connectTls } from 'node:tls';

export interface TlsMaterial {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly serverName?: string;
}

export interface Transport {
  /** Becomes the `:authority` of requests. */
  readonly origin: URL;
  readonly transport: Pick<SecureClientSessionOptions & ClientSessionOptions, 'createConnection' | 'ca' | 'servername'>;
}

/** How to connect to an endpoint: over TCP, or by `unix:` and `unixs:` through the socket of that path. */
export function transportOf(endpoint: URL, { serverName, ...material }: TlsMaterial): Transport {
  const named = serverName === undefined ? {} : { servername: serverName };
  if (!endpoint.protocol.startsWith('unix')) return { origin: endpoint, transport: { ...material, ...named } };
  const path = socketPath(endpoint);
  const secured = { ...material, path, servername: basename(path), ALPNProtocols: ['h2'], ...named };
  const createConnection = endpoint.protocol === 'unix:' ? () => connectSocket(path) : () => connectTls(secured);
  return {
    origin: new URL(endpoint.protocol === 'unix:' ? 'http://localhost' : 'https://localhost'),
    transport: { createConnection },
  };
}

/** `unix:///a/b` is an absolute path; `unix:b` and `unix://b` are relative ones. */
function socketPath({ host, pathname }: URL): string {
  return decodeURIComponent(host + pathname);
}
