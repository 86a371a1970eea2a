import type { X509Certificate } from 'node:crypto';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { ClientCertificate } from './api-request.js';
import type { Service } from './serve.js';

/** A client connection: the state that its requests share, and its shutdown. */
export class Connection {
  readonly service: Service;
  readonly remoteAddress: string;
  readonly #socket: Socket;
  /** Set for HTTP/2. */
  readonly #session: ServerHttp2Session | undefined;
  #begunRequests = 0;
  #openRequests = 0;
  /** Number of open requests that are cancelled. */
  #cancelledRequests = 0;
  /** Set when an HTTP/1.1 connection is to close; an HTTP/2 session keeps that state itself. */
  #retiring = false;
  /** A response has announced that the connection closes after it. */
  #announced = false;
  #quietMilliseconds = 0;
  #cancelQuietTimer: (() => void) | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #certificate: ClientCertificate | undefined;
  #certificateRead = false;

  constructor(service: Service, socket: Socket, session?: ServerHttp2Session) {
    this.service = service;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#socket = socket;
    this.#session = session;
  }

  /** Whether the response to this request must be the last one. A closing server announces it on the latest request. */
  isLastResponse(request: number): boolean {
    return this.#retiring && request === this.#begunRequests;
  }

  /** Called when a response has announced the end of the connection. */
  endIsAnnounced(): void {
    this.#announced = true;
  }

  /** Returns the number of the request within the connection. */
  requestBegins(): number {
    this.#openRequests++;
    return ++this.#begunRequests;
  }

  /** Shutdown no longer waits for the response to a cancelled request. */
  requestIsCancelled(): void {
    this.#cancelledRequests++;
  }

  /** Whether all open requests are cancelled, or the connection was ended and the client has not closed its side. */
  get isForsaken(): boolean {
    if (this.#openRequests > 0) return this.#cancelledRequests === this.#openRequests;
    return this.#session?.closed ?? this.#socket.writableEnded;
  }

  requestEnds({ wasCancelled = false } = {}): void {
    this.#openRequests--;
    if (wasCancelled) this.#cancelledRequests--;
    if (this.#openRequests === 0) this.#idleTimer?.refresh();
    if (!this.#retiring) return;
    if (this.#announced) this.#endWhenIdle();
    else this.#endWhenQuiet();
  }

  retireWhenIdleFor(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => {
      if (this.#openRequests === 0) this.retire();
    }, milliseconds).unref();
    this.#socket.once('close', () => clearTimeout(this.#idleTimer));
  }

  /** Makes the next response the last one, where the protocol can announce that in a response (HTTP/1.1). */
  announceEnd(): void {
    this.#retiring = this.#session === undefined;
  }

  /**
   * Closes the connection after the open requests. HTTP/2 clients get a GOAWAY immediately. HTTP/1.1
   * clients learn it from their next response: requests are accepted until a response has announced it, or until no
   * bytes have arrived for a while.
   */
  retire({ quietMilliseconds = 0 }: { readonly quietMilliseconds?: number } = {}): void {
    if (this.#session !== undefined) {
      if (!this.#session.closed) this.#session.close();
      return;
    }
    this.#retiring = true;
    this.#quietMilliseconds = quietMilliseconds;
    if (quietMilliseconds > 0) this.#socket.once('close', () => this.#cancelQuietTimer?.());
    this.#endWhenQuiet();
  }

  destroy(): void {
    this.#session?.destroy();
    this.#socket.destroy();
  }

  clientCertificate(): ClientCertificate | undefined {
    if (!this.#certificateRead) {
      this.#certificateRead = true;
      this.#certificate = clientCertificateOf(this.#socket);
    }
    return this.#certificate;
  }

  /** Bytes that have arrived count as the beginning of a request. */
  #endWhenQuiet(): void {
    const { bytesRead } = this.#socket;
    const look = (): void => {
      if (this.#socket.bytesRead === bytesRead) this.#endWhenIdle();
      else this.#endWhenQuiet();
    };
    this.#cancelQuietTimer?.();
    if (this.#quietMilliseconds === 0) look();
    else this.#cancelQuietTimer = systemClock.after(this.#quietMilliseconds, look);
  }

  #endWhenIdle(): void {
    if (this.#openRequests === 0) this.#socket.destroySoon();
  }
}

function clientCertificateOf(socket: Socket): ClientCertificate | undefined {
  const leaf = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (leaf === undefined) return undefined;
  const chain = [leaf];
  for (let next = issuerOf(leaf); next !== undefined; next = issuerOf(next)) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === next?.fingerprint256)) break;
    chain.push(next);
  }
  return { chain, verified: (socket as TLSSocket).authorized };
}

function issuerOf(certificate: X509Certificate): X509Certificate | undefined {
  return certificate.issuerCertificate;
}
