import { readFile } from 'node:fs/promises';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { StorageError } from '../errors.js';
import { CallCounts } from './grpc/call-counts.js';
import { type ConnectionOptions, GrpcConnection, type OpenConnection } from './grpc/connection.js';
import type { TlsMaterial } from './grpc/transport.js';

/** Options of an `EtcdStorage`. */
export interface EtcdOptions {
  /** Such as `https://10.0.0.1:2379` or `unix:///run/etcd.sock` (`unixs`: with TLS); without a scheme: `http`. */
  readonly endpoints: readonly string[];
  /** The prefix of all keys in etcd; default `/registry`. */
  readonly prefix?: string;
  /** PEM files; the options without `File` take the content. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The expected name in the servers' certificates; default: the host of the endpoint. */
  readonly serverName?: string;
  /** The deadline of a call, failover included; default 10 s. */
  readonly requestTimeoutMilliseconds?: number;
  /** How long a read waits for one member if there are others; default 4 s. */
  readonly attemptTimeoutMilliseconds?: number;
  readonly connectTimeoutMilliseconds?: number;
  /** etcd refuses clients that ping more often than every 5 s; default 10 s. */
  readonly keepaliveMilliseconds?: number;
  readonly keepaliveTimeoutMilliseconds?: number;
  /** The buffer limit of a watch with a slow reader; default 8 MiB. */
  readonly watchBufferBytes?: number;
  readonly clock?: Clock;
  /** Opens sockets to the endpoints; default: directly. */
  readonly dial?: Dial | undefined;
  /** Opens connections; default: over HTTP/2. */
  readonly open?: OpenConnection;
  /** Source of jitter, and of the choice of the first endpoint. */
  readonly random?: () => number;
}

export interface ResolvedOptions {
  readonly endpoints: readonly URL[];
  readonly prefix: string;
  readonly open: OpenConnection;
  readonly calls: CallCounts;
  readonly requestTimeoutMilliseconds: number;
  readonly attemptTimeoutMilliseconds: number;
  readonly watchBufferBytes: number;
  readonly random: () => number;
  readonly clock: Clock;
}

/** Reads the files and fills in defaults. */
export async function resolveOptions(options: EtcdOptions): Promise<ResolvedOptions> {
  const { random = Math.random, clock = systemClock } = options;
  const calls = new CallCounts();
  return {
    calls,
    endpoints: rotate(options.endpoints.map(endpointUrl), random),
    prefix: options.prefix ?? '/registry',
    open: calls.counting(options.open ?? overHttp2(await connectionOptions(options))),
    requestTimeoutMilliseconds: options.requestTimeoutMilliseconds ?? 10_000,
    attemptTimeoutMilliseconds: options.attemptTimeoutMilliseconds ?? 4000,
    watchBufferBytes: options.watchBufferBytes ?? 8 << 20,
    random,
    clock,
  };
}

async function connectionOptions(options: EtcdOptions): Promise<ConnectionOptions> {
  return {
    tls: await tlsMaterial(options),
    dial: options.dial,
    connectTimeoutMilliseconds: options.connectTimeoutMilliseconds ?? 3000,
    keepalive: {
      idleMilliseconds: options.keepaliveMilliseconds ?? 10_000,
      timeoutMilliseconds: options.keepaliveTimeoutMilliseconds ?? 5000,
    },
  };
}

function overHttp2(connection: ConnectionOptions): OpenConnection {
  return (endpoint, signal) => GrpcConnection.open(endpoint, connection, signal);
}

function endpointUrl(text: string): URL {
  const address = /^unixs?:|:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^(?:https?|unixs?):$/.test(new URL(address).protocol)) {
    throw new StorageError('invalid-argument', `${JSON.stringify(text)} is not the address of an etcd endpoint`);
  }
  return new URL(address);
}

/** Spreads clients with the same list over its members. */
function rotate(endpoints: readonly URL[], random: () => number): readonly URL[] {
  if (endpoints.length === 0) throw new StorageError('invalid-argument', 'etcd needs at least one endpoint');
  const first = Math.floor(random() * endpoints.length) % endpoints.length;
  return [...endpoints.slice(first), ...endpoints.slice(0, first)];
}

async function tlsMaterial(options: EtcdOptions): Promise<TlsMaterial> {
  const [ca, cert, key] = await Promise.all([
    options.ca ?? pemFile(options.caFile),
    options.cert ?? pemFile(options.certFile),
    options.key ?? pemFile(options.keyFile),
  ]);
  if ((cert === undefined) !== (key === undefined)) {
    throw new StorageError('invalid-argument', 'a client certificate and its key must be given together');
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(options.serverName === undefined ? {} : { serverName: options.serverName }),
  };
}

async function pemFile(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (cause) {
    throw new StorageError('invalid-argument', `cannot read ${path}: ${String(cause)}`, { cause });
  }
}
