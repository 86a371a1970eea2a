import type { X509Certificate } from 'node:crypto';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import { certificatesIn } from '../../apimachinery/pem/index.js';
import type { KeyPair } from './key-pair-file.js';
import { joinHostPort } from './network-error.js';
import { checkServerName } from './server-identity.js';

/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** https if absent. */
  readonly scheme?: 'http' | 'https' | undefined;
}

export interface BackendOptions {
  /** That its certificate must have, wherever it listens; its host if absent. */
  readonly serverName?: string | undefined;
  /** PEM; the authorities of the system if absent. */
  readonly authorities?: Buffer | undefined;
  /** Whatever it shows is taken for its certificate. */
  readonly isInsecure?: boolean | undefined;
  /** In which a connection must be made; as long as the system tries if absent. */
  readonly connectMilliseconds?: number | undefined;
  /** Shown to the server; may change. */
  readonly keyPair?: (() => KeyPair | undefined) | undefined;
}

export interface BackendRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names and values in turn, the `host` among them. */
  readonly headers: readonly string[];
  readonly body?: Readable | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For the response with its body; a `TimeoutError` when it takes longer. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** The connection after a server has agreed to upgrade it. */
export interface UpgradedBackend {
  readonly response: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes of the new protocol that came together with the response. */
  readonly head: Buffer;
}

/** As much as our own clients may send. */
const maxHeaderBytes = 1 << 20;
/** Connections without requests are closed after this time. */
const idleMilliseconds = 90_000;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The way to servers behind this one: connections are kept and used again. They speak HTTP/1.1: each request has its
 * connection for itself, so that a reader who is slow, or a watch, holds up nobody else.
 */
export class Backend {
  readonly #options: BackendOptions;
  #connections: Connections | undefined;

  constructor(options: BackendOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the response, whatever it says. Rejects when none comes, and with the signal's reason. What is safe to
   * send twice is sent again where a connection that was kept turns out to be dead.
   */
  async send(endpoint: Endpoint, request: BackendRequest): Promise<IncomingMessage> {
    const mayRepeat = request.body === undefined && safeMethods.has(request.method);
    for (;;) {
      try {
        return await this.#sendOnce(endpoint, request);
      } catch (error) {
        if (!mayRepeat || !(error instanceof DeadConnectionError) || request.signal?.aborted) throw causeOf(error);
      }
    }
  }

  /** Resolves to the upgraded connection, or to the response of a server that does not agree. */
  upgrade(endpoint: Endpoint, request: BackendRequest): Promise<UpgradedBackend | IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#begin(endpoint, request, { agent: false });
      const release = abortWith(request, (reason) => outgoing.destroy(reason));
      outgoing.on('error', (error) => {
        release();
        reject(error);
      });
      outgoing.once('upgrade', (response, socket, head) => {
        release();
        resolve({ response, socket, head });
      });
      outgoing.once('response', (response) => {
        response.once('close', release);
        resolve(response);
      });
      outgoing.end();
    });
  }

  /** No connection is kept any longer; requests under way come to their end. */
  retire(): void {
    const { plain, secure } = this.#connections ?? {};
    this.#connections = undefined;
    for (const agent of [plain, secure]) {
      if (agent === undefined) continue;
      agent.maxFreeSockets = 0;
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    }
  }

  #sendOnce(endpoint: Endpoint, request: BackendRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#begin(endpoint, request);
      const release = abortWith(request, (reason) => outgoing.destroy(reason));
      outgoing.on('error', (error) => {
        release();
        reject(isDead(outgoing, error) ? new DeadConnectionError('', { cause: error }) : error);
      });
      outgoing.once('upgrade', ({ headers }, socket) => {
        release();
        socket.destroy();
        reject(new UnwantedProtocolError(headers.upgrade));
      });
      outgoing.once('response', (response) => {
        response.once('close', release);
        resolve(response);
      });
      if (request.body) sendBody(request.body, outgoing);
      else outgoing.end();
    });
  }

  #begin(endpoint: Endpoint, request: BackendRequest, more: RequestOptions = {}): ClientRequest {
    const { host, port, scheme = 'https' } = endpoint;
    const { method, target: path, headers } = request;
    const common = { host, port, method, path, headers, setHost: false, maxHeaderSize: maxHeaderBytes };
    const { plain, secure, context } = this.#current();
    const outgoing =
      scheme === 'http'
        ? httpRequest({ agent: plain, ...common, ...more } as RequestOptions)
        : httpsRequest({ agent: secure, ...common, ...this.#tlsOptions(host, context), ...more } as RequestOptions);
    const { connectMilliseconds } = this.#options;
    if (connectMilliseconds !== undefined) limitConnecting(outgoing, endpoint, connectMilliseconds);
    return outgoing;
  }

  #tlsOptions(host: string, secureContext: SecureContext): RequestOptions & { secureContext: SecureContext } {
    const { serverName = isIP(host) ? '' : host, isInsecure = false } = this.#options;
    return {
      servername: serverName,
      secureContext,
      rejectUnauthorized: !isInsecure,
      checkServerIdentity: checkServerName,
    };
  }

  /** Connections on which the server has seen another certificate are not used again. Throws where that is unusable. */
  #current(): Connections {
    const keyPair = this.#options.keyPair?.();
    if (this.#connections && this.#connections.keyPair === keyPair) return this.#connections;
    this.retire();
    const { authorities } = this.#options;
    const context = createSecureContext({
      ...(authorities && { ca: checkedAuthorities(authorities) }),
      ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
    });
    const kept = { keepAlive: true, timeout: idleMilliseconds, noDelay: true };
    this.#connections = { plain: new HttpAgent(kept), secure: new HttpsAgent(kept), context, keyPair };
    return this.#connections;
  }
}

interface Connections {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  readonly context: SecureContext;
  readonly keyPair: KeyPair | undefined;
}

/** Ends a request whose connection is not there in time. */
function limitConnecting(outgoing: ClientRequest, { host, port }: Endpoint, milliseconds: number): void {
  outgoing.once('socket', (socket: Socket) => {
    if (!socket.connecting) return;
    const late = (): void => void outgoing.destroy(new Error(`dial tcp ${joinHostPort(host, port)}: i/o timeout`));
    const cancelTimer = systemClock.after(milliseconds, late, { unref: true });
    const release = (): void => cancelTimer?.();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', release);
    socket.once('close', release);
  });
}

/** The authorities that a server's certificate is checked against cannot be read. */
export class UnusableAuthoritiesError extends Error {
  override readonly name = 'UnusableAuthoritiesError';
}

/** Node takes no offence at what is no certificate, and would trust nobody. */
function checkedAuthorities(authorities: Buffer): Buffer {
  if (certificatesOrThrow(authorities.toString('latin1')).length > 0) return authorities;
  throw unusable('unable to parse bytes as PEM block');
}

function certificatesOrThrow(pem: string): X509Certificate[] {
  try {
    return certificatesIn(pem);
  } catch {
    throw unusable('failed to parse certificate');
  }
}

function unusable(problem: string): UnusableAuthoritiesError {
  return new UnusableAuthoritiesError(`unable to load root certificates: ${problem}`);
}

/** A server switches to a protocol that it was not asked for. The message is upstream's. */
export class UnwantedProtocolError extends Error {
  override readonly name = 'UnwantedProtocolError';

  constructor(protocol: string | undefined) {
    super(`backend tried to switch protocol ${JSON.stringify(protocol)} when "" was requested`);
  }
}

/** A connection that had been kept failed before a response came. */
class DeadConnectionError extends Error {}

function isDead({ reusedSocket }: ClientRequest, { code }: NodeJS.ErrnoException): boolean {
  return reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

function causeOf(error: unknown): unknown {
  return error instanceof DeadConnectionError ? error.cause : error;
}

function sendBody(body: Readable, outgoing: ClientRequest): void {
  const stop = (): void => {
    outgoing.destroy();
  };
  body.once('error', stop);
  body.once('close', () => {
    if (!body.readableEnded) stop();
  });
  outgoing.once('close', () => body.unpipe(outgoing));
  body.pipe(outgoing);
}

/**
 * Calls back when the signal is aborted, at once where it is, or when time is up; what is returned takes that back. Not
 * AbortSignal.any, which forgets the deadline as soon as memory is collected.
 */
function abortWith({ signal, timeoutMilliseconds }: BackendRequest, abort: (reason: Error) => void): () => void {
  const listener = (): void => abort(signal?.reason as Error);
  const late = (): void => abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const cancelTimer =
    timeoutMilliseconds === undefined ? undefined : systemClock.after(timeoutMilliseconds, late, { unref: true });
  if (signal?.aborted) listener();
  signal?.addEventListener('abort', listener, { once: true });
  return () => {
    cancelTimer?.();
    signal?.removeEventListener('abort', listener);
  };
}
