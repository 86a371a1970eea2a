import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { every, nextTurn, systemClock } from '../../apimachinery/clock/index.js';
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

export interface SecureServerOptions {
  readonly handler: Handler;
  /** All addresses unless told. */
  readonly host?: string | undefined;
  /** 0 for any that is free. */
  readonly port: number;
  readonly tls: TlsOptions;
  readonly limits?: Partial<Limits> | undefined;
  /** Told of what handlers threw and of certificates that could not be read again. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Told of each TLS handshake that failed. */
  readonly onHandshakeError?: ((error: Error) => void) | undefined;
}

export interface CloseOptions extends Partial<RetireOptions> {
  /** How long requests under way may take. */
  readonly graceMilliseconds?: number;
}

const keepAliveProbeMilliseconds = 180_000;
/** How often it is looked whether the time for headers is up, within that time. */
const checksPerReadTime = 8;

/**
 * HTTPS with HTTP/1.1 and HTTP/2 on one port. A server of node:https does TLS and HTTP/1.1; connections whose clients
 * negotiated HTTP/2 are taken from it.
 */
export class SecureServer {
  readonly port: number;
  readonly #server: Server;
  readonly #contexts: SecureContexts;
  readonly #connections: Connections;
  #closed: Promise<void> | undefined;

  private constructor(server: Server, contexts: SecureContexts, connections: Connections) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#contexts = contexts;
    this.#connections = connections;
    server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, secured: TLSSocket) => {
      if (code === 'ERR_SSL_HTTP_REQUEST') this.#refusePlainHttp(secured);
      // Also where time is up: Node leaves the connection to whoever listens.
      else secured.destroy();
    });
  }

  /** Rejects when the certificates cannot be used or the address cannot be listened on. */
  static async start(options: SecureServerOptions): Promise<SecureServer> {
    const { handler, tls, host, port, onError = ignore, onHandshakeError = ignore } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const service: Service = { handler, onError };
    const contexts = await SecureContexts.load(tls);
    const connections = new Connections();
    const server = createHttpsServer(contexts, limits, tls.clientAuthorities !== undefined);
    dispatchByProtocol(server, { service, limits, connections });
    serveHttp1(server, connections, limits);
    server.on('connection', (socket: Socket) => connections.accepted(socket));
    server.on('tlsClientError', onHandshakeError);
    await listening(server, { host, port });
    const started = new SecureServer(server, contexts, connections);
    server.on('error', onError);
    contexts.watch({ onChange: () => server.setSecureContext(contexts.defaultOptions), onError });
    return started;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** Of TCP: also those whose TLS handshake is not done, or that have been refused. */
  get openSockets(): number {
    return this.#connections.sockets;
  }

  /** New connections are checked against other client authorities from now on. */
  async setClientAuthorities(clientAuthorities: readonly PemSource[]): Promise<void> {
    await this.#contexts.reload(clientAuthorities);
    this.#server.setSecureContext(this.#contexts.defaultOptions);
  }

  /**
   * Stops listening and tells clients to go elsewhere (GOAWAY, `connection: close`). Resolves when the last of them has
   * gone, upgraded connections included; requests under way are answered, and so are those that come until then.
   */
  async retire(options: RetireOptions): Promise<void> {
    await whatArrivedIsRead();
    const closed = this.#stopListening();
    await this.#connections.retire(options);
    await closed;
  }

  /** Breaks the connections off that have nothing but cancelled requests, or none, and all that were upgraded. */
  destroyCancelled(): void {
    this.#connections.destroyCancelled();
  }

  /** Breaks what is left of the connections. */
  async destroy(): Promise<void> {
    const closed = this.#stopListening();
    await this.#connections.destroy();
    await closed;
  }

  /** Retires, waits up to the given time for requests under way, and breaks what is left then. */
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
    this.#closed ??= new Promise((resolve) => this.#server.close(() => resolve()));
    return this.#closed;
  }

  /** On the connection below: nothing can be said on the one whose handshake failed. */
  #refusePlainHttp({ remoteAddress, remotePort }: TLSSocket): void {
    for (const socket of this.#connections.from(remotePort)) {
      if (socket.remoteAddress === remoteAddress) endWith(socket, plainHttpRefusal);
    }
  }
}

const plainHttpRefusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

function createHttpsServer(contexts: SecureContexts, limits: Limits, requestCert: boolean): Server {
  const server = createServer({
    ...contexts.defaultOptions,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, done) => done(null, contexts.forName(name)),
    requestCert,
    rejectUnauthorized: false,
    handshakeTimeout: limits.readHeaderMilliseconds,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveProbeMilliseconds,
    maxHeaderSize: limits.maxHeaderBytes,
    // Hosts are checked where requests begin, which says what is wrong with them.
    requireHostHeader: false,
    headersTimeout: limits.readHeaderMilliseconds,
    // By itself Node looks every 30 seconds, so that slow headers would have twice their time.
    connectionsCheckingInterval: Math.ceil(limits.readHeaderMilliseconds / checksPerReadTime),
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMilliseconds,
  });
  // Idle connections are ended by `Connections`, after what has arrived on them: Node would end them at once.
  server.closeIdleConnections = ignore;
  // Node drops headers beyond this without a word: those that are too many are refused where requests begin.
  server.maxHeadersCount = limits.maxHeaders + 1;
  return server;
}

/** Puts itself before the listener with which node:https serves HTTP/1.1. */
function dispatchByProtocol(
  server: Server,
  { service, limits, connections }: { service: Service; limits: Limits; connections: Connections },
): void {
  const [serveByHttp1] = server.listeners('secureConnection') as [(socket: TLSSocket) => void];
  const options = http2Options(limits);
  server.removeListener('secureConnection', serveByHttp1);
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') {
      connections.add(socket, serveHttp2(socket, { service, options, limits }));
    } else {
      connections.add(socket, new Connection(service, socket));
      serveByHttp1.call(server, socket);
    }
  });
}

/**
 * Connections that wait to be accepted would be reset, and one whose request waits to be read looks idle. The second turn
 * of the event loop asks all sockets again.
 */
async function whatArrivedIsRead(): Promise<void> {
  await nextTurn(systemClock);
  await nextTurn(systemClock);
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
