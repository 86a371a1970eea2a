import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import { trustedRoots } from '../../apimachinery/pem/index.js';
import type { Clock } from '../clock/index.js';
import type { KeyPair } from './credentials.js';
import { exchange } from './http2-exchange.js';
import { TransportError, type TransportRequest, type TransportResponse } from './transport.js';

/** How a client verifies the server. */
export interface TlsClientOptions {
  /** PEM of the certificate authorities that the server's certificate must chain to. Unset: those of the system. */
  readonly authorities?: string | undefined;
  /** Server name for SNI and certificate verification. Unset: the host of the address. */
  readonly serverName?: string | undefined;
  /** Skips certificate verification. */
  readonly insecure?: boolean | undefined;
}

export interface ConnectionOptions {
  readonly server: URL;
  readonly tls: TlsClientOptions;
  readonly keyPair: KeyPair | undefined;
  readonly clock: Clock;
  readonly connectTimeoutMilliseconds: number;
}

/** Flow-control window of a stream; the connection's is four times as large. */
const streamWindow = 4 << 20;
const sessionMemoryMegabytes = 1024;
/**
 * After `idleMilliseconds` without data a ping is sent; without a reply in `responseMilliseconds` the connection is
 * closed.
 */
const keepAlive = { idleMilliseconds: 30_000, responseMilliseconds: 15_000 };

/** One HTTP/2 connection to a server. */
export class Http2Connection {
  readonly keyPair: KeyPair | undefined;
  readonly #session: ClientHttp2Session;
  readonly #clock: Clock;
  readonly #gone: Promise<void>;
  #openStreams = 0;
  #bytesAtLastTick = 0;
  #cancelTick: () => void = () => undefined;
  #failure: Error | undefined;

  private constructor(session: ClientHttp2Session, { keyPair, clock }: ConnectionOptions) {
    this.keyPair = keyPair;
    this.#session = session;
    this.#clock = clock;
    session.on('error', (error: Error) => {
      this.#failure ??= error;
    });
    this.#gone = new Promise((resolve) => {
      session.once('close', () => {
        this.#cancelTick();
        resolve();
      });
    });
    this.#scheduleTick(keepAlive.idleMilliseconds, this.#checkForLife);
  }

  /** Rejects with a `TransportError` whose `isUnprocessed` is true. */
  static async open(options: ConnectionOptions): Promise<Http2Connection> {
    const { server, tls, keyPair } = options;
    const session = connect(server.origin, {
      ...trustedRoots(tls.authorities),
      cert: keyPair?.certificate,
      key: keyPair?.key,
      rejectUnauthorized: !tls.insecure,
      ...(tls.serverName !== undefined && { servername: tls.serverName }),
      settings: { enablePush: false, initialWindowSize: streamWindow },
      maxSessionMemory: sessionMemoryMegabytes,
    });
    await established(session, options);
    session.setLocalWindowSize(4 * streamWindow);
    return new Http2Connection(session, options);
  }

  /**
   * Whether a request can be sent now. Servers limit the concurrent streams of a connection, and watches are
   * long-running.
   */
  get hasRoom(): boolean {
    const { closed, destroyed, remoteSettings } = this.#session;
    const limit = remoteSettings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
    return !closed && !destroyed && this.#openStreams < limit;
  }

  get isGone(): boolean {
    return this.#session.destroyed;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    const { method, target, headers, body, signal } = request;
    signal?.throwIfAborted();
    const sent: OutgoingHttpHeaders = { ':method': method, ':path': target };
    for (const [name, value] of Object.entries(headers)) sent[name] = typeof value === 'string' ? value : [...value];
    const stream = this.#session.request(sent, { endStream: body === undefined });
    this.#openStreams++;
    stream.once('close', () => {
      this.#openStreams--;
    });
    if (body !== undefined) stream.end(body);
    return exchange(stream, { signal, connectionFailure: () => this.#failure });
  }

  /** Accepts no new requests; requests in flight continue. */
  retire(): void {
    if (!this.isGone) this.#session.close();
  }

  /** Closes the connection and aborts every request on it. */
  async close(): Promise<void> {
    this.#session.destroy();
    await this.#gone;
  }

  #scheduleTick(milliseconds: number, tick: () => void): void {
    this.#cancelTick = this.#clock.after(milliseconds, tick);
  }

  readonly #checkForLife = (): void => {
    if (this.isGone) return;
    const bytes = this.#session.socket?.bytesRead ?? 0;
    if (bytes !== this.#bytesAtLastTick) {
      this.#bytesAtLastTick = bytes;
      this.#scheduleTick(keepAlive.idleMilliseconds, this.#checkForLife);
      return;
    }
    this.#scheduleTick(keepAlive.responseMilliseconds, () => {
      this.#failure = new Error('the server does not respond to pings');
      this.#session.destroy(this.#failure, constants.NGHTTP2_CANCEL);
    });
    this.#session.ping(() => {
      this.#cancelTick();
      if (!this.isGone) this.#scheduleTick(keepAlive.idleMilliseconds, this.#checkForLife);
    });
  };
}

/** Also waits for the server's SETTINGS frame, which limits the concurrent streams. */
function established(
  session: ClientHttp2Session,
  { server, clock, connectTimeoutMilliseconds }: ConnectionOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      cancelTimeout();
      session.destroy();
      reject(
        new TransportError(`cannot connect to ${server.host}: ${error.message}`, { isUnprocessed: true, cause: error }),
      );
    };
    const onClose = (): void => fail(new Error('the connection was closed'));
    const cancelTimeout = clock.after(connectTimeoutMilliseconds, () => fail(new Error('timed out')));
    // Never removed: an error event without a listener would terminate the process.
    session.on('error', fail);
    session.once('close', onClose);
    session.once('remoteSettings', () => {
      cancelTimeout();
      session.removeListener('close', onClose);
      resolve();
    });
  });
}
