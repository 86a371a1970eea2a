import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { every, systemClock } from '../../../apimachinery/clock/index.js';
import { GrpcStream, type MemberStream, type StreamHandlers, UnaryCall } from './call.js';
import type { Frame } from './framing.js';
import { GrpcCode, GrpcFailure } from './status.js';
import { type TlsMaterial, transportOf } from './transport.js';

export interface ConnectionOptions {
  readonly tls: TlsMaterial;
  readonly connectTimeoutMilliseconds: number;
  /** A peer with calls in flight that is silent for this long is pinged, and must respond in time. */
  readonly keepalive: { readonly idleMilliseconds: number; readonly timeoutMilliseconds: number };
}

/** Flow control window of a stream; that of the connection is four times as large. */
const streamWindow = 8 << 20;
const sessionMemoryMegabytes = 1024;

/** A connection to one member, as its callers see it. */
export interface MemberConnection {
  /** Accepts new calls. False after GOAWAY, while calls in flight may still finish. */
  readonly usable: boolean;
  /** Resolves with the response message, or rejects with a `GrpcFailure`. */
  unary(path: string, request: Frame, timeoutMilliseconds: number): Promise<Buffer>;
  stream(path: string, handlers: StreamHandlers): MemberStream;
  /** Closes the connection and all its calls; resolves when it is closed. */
  close(reason?: string): Promise<void>;
}

/** Opens a connection. Rejects with a `GrpcFailure` of fate `not-sent`. */
export type OpenConnection = (endpoint: URL, signal: AbortSignal) => Promise<MemberConnection>;

/** One HTTP/2 connection to one etcd member. */
export class GrpcConnection implements MemberConnection {
  readonly #session: ClientHttp2Session;
  readonly #gone: Promise<void>;
  #openStreams = 0;
  #bytesAtLastTick = 0;
  /** Why the connection ended; becomes the error of its pending calls. */
  #reason = 'the connection was closed';

  private constructor(session: ClientHttp2Session, keepalive: ConnectionOptions['keepalive']) {
    this.#session = session;
    this.#gone = this.#watchOver(keepalive);
  }

  /** Rejects with a `GrpcFailure` of fate `not-sent`. */
  static async open(
    endpoint: URL,
    options: ConnectionOptions,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<GrpcConnection> {
    const { origin, transport } = transportOf(endpoint, options.tls);
    const session = connect(origin, {
      ...transport,
      settings: { enablePush: false, initialWindowSize: streamWindow },
      maxSessionMemory: sessionMemoryMegabytes,
    });
    await established(session, { timeoutMilliseconds: options.connectTimeoutMilliseconds, signal });
    session.setLocalWindowSize(4 * streamWindow);
    return new GrpcConnection(session, options.keepalive);
  }

  get usable(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  unary(path: string, request: Frame, timeoutMilliseconds: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const stream = this.#request(path, { 'grpc-timeout': `${Math.ceil(timeoutMilliseconds)}m` });
      new UnaryCall(stream, { resolve, reject, reason: () => this.#reason }).begin(request, timeoutMilliseconds);
    });
  }

  stream(path: string, handlers: StreamHandlers): GrpcStream {
    const stream = new GrpcStream(this.#request(path, {}), { handlers, reason: () => this.#reason });
    void this.#gone.then(() => stream.close());
    return stream;
  }

  async close(reason = 'the connection was closed'): Promise<void> {
    this.#reason = reason;
    this.#session.destroy();
    await this.#gone;
  }

  /**
   * `hasleader` makes a member without a leader refuse calls immediately, and end streams, instead of leaving them
   * pending until there is a leader again.
   */
  #request(path: string, extra: Record<string, string>): ClientHttp2Stream {
    // Since Node.js 24, a stream of a destroyed session fails later, as if it might have been sent.
    if (!this.usable) throw new GrpcFailure(GrpcCode.unavailable, this.#reason, { fate: 'not-sent' });
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
        hasleader: 'true',
        ...extra,
      });
    } catch (cause) {
      throw new GrpcFailure(GrpcCode.unavailable, this.#reason, { fate: 'not-sent', cause });
    }
    this.#openStreams++;
    stream.on('close', () => this.#openStreams--);
    return stream;
  }

  #watchOver(keepalive: ConnectionOptions['keepalive']): Promise<void> {
    const cancelTimer = every(systemClock, keepalive.idleMilliseconds, () => this.#tick(keepalive.timeoutMilliseconds));
    this.#session.on('error', (error: Error) => {
      this.#reason = error.message;
    });
    this.#session.on('goaway', (code: number) => {
      this.#reason = `the server said goodbye (HTTP/2 error code ${code})`;
    });
    return new Promise((resolve) => {
      const gone = () => {
        cancelTimer();
        resolve();
      };
      this.#session.once('close', gone);
      // After a TLS error the session is destroyed, but does not always emit an event.
      this.#session.socket.once('close', gone).once('error', gone);
    });
  }

  /** etcd treats pings on a connection without calls as abuse, so a peer is pinged only while calls are in flight. */
  #tick(timeoutMilliseconds: number): void {
    if (!this.usable) return;
    const bytes = this.#session.socket.bytesRead;
    const quiet = bytes === this.#bytesAtLastTick && this.#openStreams > 0;
    this.#bytesAtLastTick = bytes;
    if (!quiet) return;
    const cancelTimer = systemClock.after(timeoutMilliseconds, () => {
      void this.close(`no response to a ping within ${timeoutMilliseconds} ms`);
    });
    this.#session.ping(() => cancelTimer());
  }
}

interface Patience {
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

/** Resolves on the peer's SETTINGS: only they prove that it speaks HTTP/2, and that it accepted our certificate. */
function established(session: ClientHttp2Session, { timeoutMilliseconds, signal }: Patience): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
    };
    const fail = (message: string, cause?: unknown) => {
      settle();
      session.destroy();
      reject(new GrpcFailure(GrpcCode.unavailable, message, { fate: 'not-sent', cause }));
    };
    const abort = () => fail('the store is closed');
    const cancelTimer = systemClock.after(timeoutMilliseconds, () =>
      fail(`no connection within ${timeoutMilliseconds} ms`),
    );
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    session.on('error', (error: Error) => fail(error.message, error));
    session.on('close', () => fail('the connection was closed'));
    // A server that rejects our certificate reports that after the handshake; the session does not expose it.
    session.on('connect', (_session, socket) => {
      socket.on('error', (error: Error) => fail(error.message, error));
    });
    session.once('remoteSettings', () => {
      settle();
      resolve();
    });
  });
}
