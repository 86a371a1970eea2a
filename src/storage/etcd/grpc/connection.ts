import type { Duplex } from 'node:stream';
import { every, systemClock } from '../../../apimachinery/clock/index.js';
import type { Dial } from '../../../apimachinery/dial/index.js';
import { activeSpan } from '../../../apimachinery/tracing/index.js';
import { GrpcStream, type MemberStream, type StreamHandlers, UnaryCall } from './call.js';
import type { Frame } from './framing.js';
import { ClientSession } from './http2/index.js';
import { GrpcCode, GrpcFailure } from './status.js';
import { tracedCall } from './traced-call.js';
import { addressOf, openTransport, type TlsMaterial } from './transport.js';

export interface ConnectionOptions {
  readonly tls: TlsMaterial;
  /** Opens sockets. Unset: directly. */
  readonly dial?: Dial | undefined;
  readonly connectTimeoutMilliseconds: number;
  /** A peer with calls in flight that is silent for this long is pinged, and must respond in time. */
  readonly keepalive: { readonly idleMilliseconds: number; readonly timeoutMilliseconds: number };
}

const closedReason = 'the connection was closed';
/** Flow control window of a stream; that of the connection is four times as large. */
const streamWindow = 8 << 20;
/**
 * `hasleader` makes a member without a leader refuse calls immediately, and end streams, instead of leaving them
 * pending until there is a leader again.
 */
const fixed = { 'content-type': 'application/grpc', te: 'trailers', hasleader: 'true' };

interface UnaryOptions {
  readonly timeoutMilliseconds: number;
  /** By which the member continues a trace. */
  readonly headers?: Record<string, string>;
}

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
  readonly #endpoint: URL;
  readonly #session: ClientSession;
  readonly #gone: Promise<void>;
  #receivedAtLastTick = 0;

  private constructor({ endpoint, session, gone }: Opened, { keepalive }: ConnectionOptions) {
    this.#endpoint = endpoint;
    this.#session = session;
    this.#gone = gone;
    const cancelTimer = every(systemClock, keepalive.idleMilliseconds, () => this.#tick(keepalive.timeoutMilliseconds));
    void gone.then(cancelTimer);
  }

  /** Rejects with a `GrpcFailure` of fate `not-sent`. */
  static async open(
    endpoint: URL,
    options: ConnectionOptions,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<GrpcConnection> {
    const socket = await dialed(endpoint, options.dial);
    return new GrpcConnection(await established(endpoint, { ...options, socket, signal }), options);
  }

  get usable(): boolean {
    return this.#session.usable;
  }

  unary(path: string, request: Frame, timeoutMilliseconds: number): Promise<Buffer> {
    const span = activeSpan();
    if (!span) return this.#unary(path, request, { timeoutMilliseconds });
    return tracedCall(span, { path, request, endpoint: this.#endpoint }, (headers) =>
      this.#unary(path, request, { timeoutMilliseconds, headers }),
    );
  }

  #unary(path: string, request: Frame, { timeoutMilliseconds, headers }: UnaryOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#refuseIfUnusable();
      const head = { path, extra: { 'grpc-timeout': `${Math.ceil(timeoutMilliseconds)}m`, ...headers } };
      new UnaryCall(this.#session, { head, request, timeoutMilliseconds }, { resolve, reject });
    });
  }

  stream(path: string, handlers: StreamHandlers): GrpcStream {
    this.#refuseIfUnusable();
    return new GrpcStream(this.#session, { path, extra: {} }, handlers);
  }

  async close(reason = closedReason): Promise<void> {
    this.#session.destroy(reason);
    await this.#gone;
  }

  #refuseIfUnusable(): void {
    if (this.usable) return;
    throw new GrpcFailure(GrpcCode.unavailable, this.#session.reason ?? closedReason, { fate: 'not-sent' });
  }

  /** etcd treats pings on a connection without calls as abuse, so a peer is pinged only while calls are in flight. */
  #tick(timeoutMilliseconds: number): void {
    const bytes = this.#session.bytesReceived;
    const quiet = bytes === this.#receivedAtLastTick && this.#session.openStreams > 0;
    this.#receivedAtLastTick = bytes;
    if (!quiet) return;
    const cancelTimer = systemClock.after(timeoutMilliseconds, () => {
      void this.close(`no response to a ping within ${timeoutMilliseconds} ms`);
    });
    this.#session.ping(cancelTimer);
  }
}

interface Opened {
  readonly endpoint: URL;
  readonly session: ClientSession;
  /** Resolves when the connection is closed. */
  readonly gone: Promise<void>;
}

/** Through a dialer, unless the endpoint is a socket of this machine. */
async function dialed(endpoint: URL, dial: Dial | undefined): Promise<Duplex | undefined> {
  if (!dial || endpoint.protocol.startsWith('unix')) return undefined;
  return dial(addressOf(endpoint)).catch((cause: Error) => {
    throw new GrpcFailure(GrpcCode.unavailable, cause.message, { fate: 'not-sent', cause });
  });
}

interface Opening extends ConnectionOptions {
  readonly socket: Duplex | undefined;
  readonly signal: AbortSignal;
}

/** Resolves on the peer's SETTINGS: only they prove that it speaks HTTP/2, and that it accepted our certificate. */
function established(endpoint: URL, { tls, socket, signal, connectTimeoutMilliseconds }: Opening): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
    };
    let hasGone = () => {};
    const gone = new Promise<void>((resolveGone) => {
      hasGone = resolveGone;
    });
    const session = new ClientSession(openTransport(endpoint, tls, socket), {
      fixed,
      streamWindow,
      connectionWindow: 4 * streamWindow,
      onReady: () => {
        settle();
        resolve({ endpoint, session, gone });
      },
      onClose: (reason) => {
        settle();
        reject(new GrpcFailure(GrpcCode.unavailable, reason, { fate: 'not-sent' }));
        hasGone();
      },
    });
    const abort = () => session.destroy('the store is closed');
    const cancelTimer = systemClock.after(connectTimeoutMilliseconds, () =>
      session.destroy(`no connection within ${connectTimeoutMilliseconds} ms`),
    );
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}
