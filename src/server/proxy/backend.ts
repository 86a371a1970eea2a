// Follows staging/src/k8s.io/client-go/transport/transport.go (v1.36)

import type { X509Certificate } from 'node:crypto';
import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { certificatesIn, trustedRoots } from '../../apimachinery/pem/index.js';
import { plainAgent, secureAgent } from '../../client/http/index.js';
import type { KeyPair } from './key-pair-file.js';
import { joinHostPort } from './network-error.js';
import { checkServerName } from './server-identity.js';

/** The address of a server. */
export interface BackendAddress {
  readonly host: string;
  readonly port: number;
  /** Unset: https. */
  readonly scheme?: 'http' | 'https' | undefined;
}

interface BackendOptions {
  /** The name that its certificate must have. Unset: the host. */
  readonly serverName?: string | undefined;
  /** PEM. Unset: the system's certificate authorities. */
  readonly authorities?: Buffer | undefined;
  /** Skips verification of its certificate. */
  readonly isInsecure?: boolean | undefined;
  /** Connect timeout. Unset: the operating system's. */
  readonly connectMilliseconds?: number | undefined;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
  /** Limits the bandwidth of upgraded connections, in each direction. Unset: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** Client certificate for the server; may change. */
  readonly keyPair?: (() => KeyPair | undefined) | undefined;
}

interface BackendRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Alternating names and values, including `host`. */
  readonly headers: readonly string[];
  readonly body?: Readable | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Timeout for the response including its body; exceeding it is a `TimeoutError`. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** A connection that a server agreed to upgrade. */
export interface UpgradedBackend {
  readonly response: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes of the new protocol that arrived with the response. */
  readonly head: Buffer;
}

/** The same limit as for our own clients. */
const maxHeaderBytes = 1 << 20;
/** Idle connections are closed after this time. */
const idleMilliseconds = 90_000;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A client for backend servers, with a connection pool. Uses HTTP/1.1: each request has a connection to itself, so that
 * a slow reader or a watch does not block others.
 */
export class Backend {
  readonly #options: BackendOptions;
  #connections: Connections | undefined;

  constructor(options: BackendOptions) {
    this.#options = options;
  }

  /** The limit of upgraded connections; 0: none. */
  get bytesPerSecond(): number {
    return this.#options.bytesPerSecond ?? 0;
  }

  /**
   * Resolves to the response, whatever its status. Rejects if there is none, or with the signal's reason. Safe
   * requests without a body are retried if a pooled connection turns out to be dead.
   */
  async send(address: BackendAddress, request: BackendRequest): Promise<IncomingMessage> {
    const mayRepeat = request.body === undefined && safeMethods.has(request.method);
    for (;;) {
      try {
        return await this.#sendOnce(address, request);
      } catch (error) {
        if (!mayRepeat || !(error instanceof DeadConnectionError) || request.signal?.aborted) throw causeOf(error);
      }
    }
  }

  /** Resolves to the upgraded connection, or to the response of a server that declines. */
  upgrade(address: BackendAddress, request: BackendRequest): Promise<UpgradedBackend | IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#begin(address, request, this.#options.dial ? this.#unpooled(address) : { agent: false });
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

  /** Closes idle connections; requests in flight complete. */
  retire(): void {
    const { plain, secure } = this.#connections ?? {};
    this.#connections = undefined;
    for (const agent of [plain, secure]) {
      if (agent === undefined) continue;
      agent.maxFreeSockets = 0;
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    }
  }

  #sendOnce(address: BackendAddress, request: BackendRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#begin(address, request);
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

  #begin(address: BackendAddress, request: BackendRequest, more: RequestOptions = {}): ClientRequest {
    const { host, port, scheme = 'https' } = address;
    const { method, target: path, headers } = request;
    const common = { host, port, method, path, headers, setHost: false, maxHeaderSize: maxHeaderBytes };
    const { plain, secure, context } = this.#current();
    const outgoing =
      scheme === 'http'
        ? httpRequest({ agent: plain, ...common, ...more } as RequestOptions)
        : httpsRequest({ agent: secure, ...common, ...this.#tlsOptions(host, context), ...more } as RequestOptions);
    const { connectMilliseconds } = this.#options;
    if (connectMilliseconds !== undefined) limitConnecting(outgoing, address, connectMilliseconds);
    return outgoing;
  }

  /** An agent for one connection, which is taken over. */
  #unpooled({ scheme }: BackendAddress): RequestOptions {
    const create = scheme === 'http' ? plainAgent : secureAgent;
    return { agent: create(this.#options.dial, { keepAlive: false }) };
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

  /**
   * Connections that were made with another client certificate are not reused. Throws if the certificate is unusable.
   */
  #current(): Connections {
    const keyPair = this.#options.keyPair?.();
    if (this.#connections && this.#connections.keyPair === keyPair) return this.#connections;
    this.retire();
    const { authorities } = this.#options;
    const context = createSecureContext({
      ...trustedRoots(authorities && checkedAuthorities(authorities)),
      ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
    });
    const kept = { keepAlive: true, timeout: idleMilliseconds, noDelay: true };
    const { dial } = this.#options;
    this.#connections = { plain: plainAgent(dial, kept), secure: secureAgent(dial, kept), context, keyPair };
    return this.#connections;
  }
}

interface Connections {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  readonly context: SecureContext;
  readonly keyPair: KeyPair | undefined;
}

/** Aborts a request if the connection is not established in time. */
function limitConnecting(outgoing: ClientRequest, { host, port }: BackendAddress, milliseconds: number): void {
  outgoing.once('socket', (socket: Socket) => {
    if (!socket.connecting) return;
    const late = (): void => void outgoing.destroy(new Error(`dial tcp ${joinHostPort(host, port)}: i/o timeout`));
    const cancelTimer = systemClock.after(milliseconds, late, { unref: true });
    const release = (): void => cancelTimer?.();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', release);
    socket.once('close', release);
  });
}

/** The authorities that verify a server's certificate cannot be parsed. */
export class UnusableAuthoritiesError extends Error {
  override readonly name = 'UnusableAuthoritiesError';
}

/** Node accepts input without any certificate, and would then trust no server. */
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

/** A server switched to a protocol that was not requested. The message is upstream's. */
export class UnwantedProtocolError extends Error {
  override readonly name = 'UnwantedProtocolError';

  constructor(protocol: string | undefined) {
    super(`backend tried to switch protocol ${JSON.stringify(protocol)} when "" was requested`);
  }
}

/** A pooled connection failed before a response arrived. */
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
 * Calls back when the signal is aborted (immediately if it already is) or on timeout; the returned function cancels
 * that. Does not use AbortSignal.any, which loses the deadline on garbage collection.
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
