import type { X509Certificate } from 'node:crypto';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ClientCertificate } from './api-request.js';
import type { Service } from './serve.js';

/** One client's connection: what all of its requests share, and how it is brought to an end. */
export class Connection {
  readonly service: Service;
  readonly remoteAddress: string;
  readonly #socket: Socket;
  /** Of an HTTP/2 connection. */
  readonly #session: ServerHttp2Session | undefined;
  #openRequests = 0;
  #retiring = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #certificate: ClientCertificate | undefined;
  #certificateRead = false;

  constructor(service: Service, socket: Socket, session?: ServerHttp2Session) {
    this.service = service;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#socket = socket;
    this.#session = session;
  }

  /** Whether the client has been, or with its next response must be, told to go elsewhere. */
  get retiring(): boolean {
    return this.#retiring;
  }

  requestBegins(): void {
    this.#openRequests++;
  }

  requestEnds(): void {
    this.#openRequests--;
    if (this.#openRequests === 0) this.#idleTimer?.refresh();
    if (this.#retiring) this.#endWhenIdle();
  }

  retireWhenIdleFor(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => {
      if (this.#openRequests === 0) this.retire();
    }, milliseconds).unref();
    this.#socket.once('close', () => clearTimeout(this.#idleTimer));
  }

  /** The next answer tells the client to go elsewhere, if the protocol can say so in answers. */
  announceEnd(): void {
    if (this.#session === undefined) this.#retiring = true;
  }

  /** Takes no new requests, and closes when the open ones are answered. */
  retire(): void {
    this.#retiring = true;
    if (this.#session === undefined) this.#endWhenIdle();
    else if (!this.#session.closed) this.#session.close();
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

  /** An HTTP/2 session does this by itself. */
  #endWhenIdle(): void {
    if (this.#session === undefined && this.#openRequests === 0) this.#socket.destroySoon();
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
