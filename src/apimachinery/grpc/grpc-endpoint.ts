// See https://github.com/grpc/grpc/blob/master/doc/naming.md

import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DialAddress } from '../dial/index.js';
import type { MaybePromise } from '../scheme/index.js';

/** Where a gRPC service listens. */
export interface GrpcEndpoint {
  readonly dial: () => MaybePromise<Duplex>;
  /** Unset: it is a unix socket. */
  readonly address?: DialAddress;
  /** The `:authority` of requests. */
  readonly authority: string;
}

/** Throws if the endpoint cannot be reached from this process. */
export function grpcEndpoint(endpoint: string): GrpcEndpoint {
  const abstract = abstractName(endpoint);
  if (abstract !== undefined) {
    checkAbstractSockets();
    return { dial: () => connect(`\0${abstract}`), authority: 'localhost' };
  }
  if (endpoint.startsWith('unix:')) {
    const path = endpoint.replace(/^unix:(?:\/\/)?/, '');
    return { dial: () => connect(path), authority: 'localhost' };
  }
  const authority = endpoint.replace(/^(?:dns:)?(?:\/\/[^/]*\/)?/, '');
  const address = hostAndPort(authority);
  return { dial: () => connect(address), address, authority };
}

/** Of `unix-abstract:name`, `unix:@name` and, as the KMS of Kubernetes accepts, `unix:///@name`. */
function abstractName(endpoint: string): string | undefined {
  return /^(?:unix-abstract:|unix:(?:\/\/)?\/?@)(.*)$/s.exec(endpoint)?.[1];
}

function checkAbstractSockets(): void {
  const major = Number.parseInt(process.versions.node, 10);
  if (process.platform === 'linux' && major >= 22) return;
  // Node.js 20 pads the name with zeros: no other program would find the socket.
  throw new Error('abstract unix sockets need Linux and Node.js 22 or later');
}

const defaultPort = 443;

function hostAndPort(authority: string): DialAddress {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  return { host: host || authority || 'localhost', port: Number(port ?? defaultPort) };
}
