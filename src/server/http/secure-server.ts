import { createServer as createHttp1Server, type Server as Http1Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { every, nextIteration, systemClock } from '../../apimachinery/clock/index.js';
import type { Handler } from './api-response.js';
import { Connection } from './connection.js';
import { Connections, firstRequestMilliseconds, type RetireOptions } from './connections.js';
import { endWith } from './end-with.js';
import { serveHttp1 } from './http1.js';
import { http2Options, serveHttp2 } from './http2.js';
import { defaultLimits, type Limits } from './limits.js';
import type { Service } from './serve.js';
import type { PemSource } from './tls/pem-source.js';
import { SecureContexts, type TlsOptions } from './tls/secure-contexts.js';

/** Accepts TCP connections for a server that does not listen itself. */
export interface ConnectionSource {
  readonly port: number;
  /** Passes connections to `accept` from now on. Nothing has been read from them. */
  start(accept: (socket: Socket) => void): void;
  /** No further connections are accepted. */
  close(): void;
}

export interface SecureServerOptions {
  readonly handler: Handler;
  /** Unset: all addresses. */
  readonly host?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  /** Provides the connections instead of a socket that listens on host and port. */
  readonly connections?: ConnectionSource | undefined;
  readonly tls: TlsOptions;
  readonly limits?: Partial<Limits> | undefined;
  /** Called with errors that handlers threw, and with errors of reloading certificates. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called for each failed TLS handshake. */
  readonly onHandshakeError?: ((error: Error) => void) | undefined;
}

export interface CloseOptions extends Partial<RetireOptions> {
  /** How long open requests may take. */
  readonly graceMilliseconds?: number;
}

/** Options of accepted TCP connections. */
export const connectionOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 180_000 } as const;

/** Number of checks of the header timeout within its duration. */
const checksPerReadTime = 8;

/**
 * HTTPS with HTTP/1.1 and HTTP/2 on one port. A server for TLS listens, and passes each connection to the server of the
 * protocol that was negotiated.
 */
export class SecureServer {
  readonly port: number;
  readonly #server: Server;
  /** Serves connections, but does not listen. */
  readonly #http1: Http1Server;
  readonly #contexts: SecureContexts;
  readonly #connections: Connections;
  readonly #source: ConnectionSource | undefined;
  #closed: Promise<void> | undefined;

  private constructor(server: Server, { http1, contexts, connections, source }: Members) {
    this.port = source?.port ?? (server.address() as AddressInfo).port;
    this.#server = server;
    this.#http1 = http1;
    this.#contexts = contexts;
    this.#connections = connections;
    this.#source = source;
    server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, secured: TLSSocket) => {
      if (code === 'ERR_SSL_HTTP_REQUEST') this.#refusePlainHttp(secured);
      // Includes timeouts: Node leaves closing the connection to the listener.
      else secured.destroy();
    });
  }

  /** Rejects if the certificates are invalid, or if the server cannot listen on the address. */
  static async start(options: SecureServerOptions): Promise<SecureServer> {
    const { handler, tls, host, port, connections: source, onError = ignore, onHandshakeError = ignore } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const service: Service = { handler, onError };
    const contexts = await SecureContexts.load(tls);
    const connections = new Connections();
    const server = createTlsServer(contexts, limits, tls);
    const http1 = createHttp1(limits);
    dispatchByProtocol(server, { http1, service, limits, connections });
    serveHttp1(http1, connections, limits);
    server.on('connection', (socket: Socket) => connections.accepted(socket));
    server.on('tlsClientError', onHandshakeError);
    if (source) acceptFrom(source, server);
    else await listening(server, { host, port });
    const started = new SecureServer(server, { http1, contexts, connections, source });
    server.on('error', onError);
    contexts.watch({ onChange: () => server.setSecureContext(contexts.defaultOptions), onError });
    return started;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** Number of TCP connections, including those whose TLS handshake is pending or was refused. */
  get openSockets(): number {
    return this.#connections.sockets;
  }

  /** Replaces the client CAs for new connections. */
  async setClientAuthorities(clientAuthorities: readonly PemSource[]): Promise<void> {
    await this.#contexts.reload(clientAuthorities);
    this.#server.setSecureContext(this.#contexts.defaultOptions);
  }

  /**
   * Stops listening and makes clients reconnect elsewhere (GOAWAY, `connection: close`). Resolves when the last
   * connection is closed, upgraded ones included; requests that are open or arrive until then are served.
   */
  async retire(options: RetireOptions): Promise<void> {
    await whatArrivedIsRead();
    const closed = this.#stopListening();
    await this.#connections.retire(options);
    await closed;
  }

  /** Closes the connections that have no requests or only cancelled ones, and all upgraded ones. */
  destroyCancelled(): void {
    this.#connections.destroyCancelled();
  }

  /** Closes the remaining connections. */
  async destroy(): Promise<void> {
    const closed = this.#stopListening();
    await this.#connections.destroy();
    await closed;
  }

  /** Retires the connections, waits up to the given time for open requests, and then closes what remains. */
  async close({ graceMilliseconds = 0, quietMilliseconds = 0 }: CloseOptions = {}): Promise<void> {
    const linger = Math.max(quietMilliseconds, firstRequestMilliseconds);
    const stopLingering = every(systemClock, linger, () => this.destroyCancelled());
    let cancelDeadline: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      cancelDeadline = systemClock.after(graceMilliseconds, resolve);
    });
    await Promise.race([this.retire({ quietMilliseconds }), late]);
    stopLingering();
    cancelDeadline?.();
    await this.destroy();
  }

  #stopListening(): Promise<void> {
    this.#contexts.close();
    this.#source?.close();
    this.#http1.close();
    this.#closed ??= new Promise((resolve) => this.#server.close(() => resolve()));
    return this.#closed;
  }

  /** Responds on the underlying TCP connection, as the TLS socket cannot be written to after a failed handshake. */
  #refusePlainHttp({ remoteAddress, remotePort }: TLSSocket): void {
    for (const socket of this.#connections.from(remotePort)) {
      if (socket.remoteAddress === remoteAddress) endWith(socket, plainHttpRefusal);
    }
  }
}

const plainHttpRefusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

interface Members {
  readonly http1: Http1Server;
  readonly contexts: SecureContexts;
  readonly connections: Connections;
  readonly source: ConnectionSource | undefined;
}

/** Bun emits the event of a connection after it has begun to use the certificate. */
const canLoadLazily = process.versions['bun'] === undefined;

function createTlsServer(contexts: SecureContexts, limits: Limits, tls: TlsOptions): Server {
  const isLazy = tls.isLazy && canLoadLazily;
  const server = createServer({
    ...(!isLazy && contexts.defaultOptions),
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, done) => done(null, contexts.forName(name)),
    requestCert: tls.clientAuthorities !== undefined,
    rejectUnauthorized: false,
    handshakeTimeout: limits.readHeaderMilliseconds,
    ...connectionOptions,
  });
  // Before the listener of the server itself, which creates the TLS socket.
  if (isLazy) server.prependOnceListener('connection', () => server.setSecureContext(contexts.defaultOptions));
  return server;
}

function createHttp1(limits: Limits): Http1Server {
  const server = createHttp1Server({
    maxHeaderSize: limits.maxHeaderBytes,
    // Hosts are checked in `serveHttp1`, with a specific error message.
    requireHostHeader: false,
    headersTimeout: limits.readHeaderMilliseconds,
    // Node's default of 30 seconds would double the timeout for slow headers.
    connectionsCheckingInterval: Math.ceil(limits.readHeaderMilliseconds / checksPerReadTime),
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMilliseconds,
  });
  // `Connections` closes idle connections after reading what has arrived on them; Node would close them immediately.
  server.closeIdleConnections = ignore;
  // Node silently drops headers beyond this number; `serveHttp1` rejects requests that exceed the limit.
  server.maxHeadersCount = limits.maxHeaders + 1;
  // It begins to enforce its timeouts when it listens.
  server.emit('listening');
  return server;
}

/** Both servers take connections that another server has accepted; that is a documented use of their events. */
function dispatchByProtocol(
  server: Server,
  {
    http1,
    service,
    limits,
    connections,
  }: { http1: Http1Server; service: Service; limits: Limits; connections: Connections },
): void {
  const options = http2Options(limits);
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') {
      connections.add(socket, serveHttp2(socket, { service, options, limits }));
    } else {
      connections.add(socket, new Connection(service, socket));
      http1.emit('connection', socket);
      // A listener makes Node parse in JavaScript. Its native parser does not stop when Node pauses it, as it does if
      // the previous response is not flushed: a larger body in several TLS records then ends the connection
      // (HPE_PAUSED).
      socket.on('data', ignore).off('data', ignore);
    }
  });
}

/**
 * Connections that are not accepted yet would be reset, and a connection whose request has not been read looks idle.
 * The second turn of the event loop polls all sockets again.
 */
async function whatArrivedIsRead(): Promise<void> {
  await nextIteration(systemClock);
  await nextIteration(systemClock);
}

function acceptFrom(source: ConnectionSource, server: Server): void {
  source.start((socket) => {
    server.emit('connection', socket);
  });
}

function listening(server: Server, address: { host: string | undefined; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address.host, port: address.port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function ignore(): void {}
