import type { X509Certificate } from 'node:crypto';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { ClientCertificate } from './api-request.js';
import type { Service } from './serve.js';

/** One client's connection: what all of its requests share, and how it is brought to an end. */
export class Connection {
  readonly service: Service;
  readonly remoteAddress: string;
  readonly #socket: Socket;
  /** Of an HTTP/2 connection. */
  readonly #session: ServerHttp2Session | undefined;
  #begunRequests = 0;
  #openRequests = 0;
  /** Of the open requests. */
  #cancelledRequests = 0;
  /** A connection of HTTP/1.1 that is to end; a session of HTTP/2 knows by itself. */
  #retiring = false;
  /** An answer has said that the connection ends with it. */
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

  /** Whether the answer to this request must be the last one: a server that closes says so to the latest. */
  isLastAnswer(request: number): boolean {
    return this.#retiring && request === this.#begunRequests;
  }

  /** The client knows that no request may follow. */
  endIsAnnounced(): void {
    this.#announced = true;
  }

  /** Which request of the connection it is. */
  requestBegins(): number {
    this.#openRequests++;
    return ++this.#begunRequests;
  }

  /** Shutdown does not wait for its answer any longer. */
  requestIsCancelled(): void {
    this.#cancelledRequests++;
  }

  /** Whether there are cancelled requests only, or the connection has been ended and its client does not take note. */
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

  /** The next answer is the last one, if the protocol can say so in an answer. */
  announceEnd(): void {
    this.#retiring = this.#session === undefined;
  }

  /**
   * Closes when the open requests are answered. A client of HTTP/2 learns at once that no more are taken. One of HTTP/1.1
   * learns it from its next answer: requests are taken until one is answered so, or no byte has come for a while.
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

  /** Bytes that are not a request yet are the beginning of one. */
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
