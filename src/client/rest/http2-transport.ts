import { trimRight } from '../../apimachinery/meta/index.js';
import { type Clock, systemClock } from '../clock/index.js';
import type { Credentials, KeyPair } from './credentials.js';
import { Http2Connection, type TlsClientOptions } from './http2-connection.js';
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from './transport.js';
import { unlessAborted } from './unless-aborted.js';

/** Options of an `Http2Transport`. */
export interface Http2TransportOptions {
  /** `https://host:port`, with a path prefix if the API is served below one. */
  readonly server: string;
  readonly tls?: TlsClientOptions | undefined;
  readonly credentials?: Credentials | undefined;
  /** Sent with every request, for example impersonation headers. */
  readonly headers?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly clock?: Clock | undefined;
  readonly connectTimeoutMilliseconds?: number | undefined;
}

const defaultConnectTimeoutMilliseconds = 30_000;
/** Maximum number of attempts for a request that the server has not started to process. */
const maxAttempts = 4;

/**
 * HTTPS to one server. All requests share one HTTP/2 connection; more are opened only while the existing ones are at
 * the server's stream limit. A lost connection is replaced on the next request.
 */
export class Http2Transport implements Transport {
  readonly #server: URL;
  readonly #pathPrefix: string;
  readonly #options: Http2TransportOptions;
  #connections: Http2Connection[] = [];
  #opening: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: Http2TransportOptions) {
    this.#options = options;
    this.#server = new URL(options.server);
    if (this.#server.protocol !== 'https:') throw new TypeError(`${options.server} is not an https address`);
    this.#pathPrefix = trimRight(this.#server.pathname, '/');
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { credentials, headers: always } = this.#options;
    const authorization = await credentials?.authorization?.();
    const headers = { ...always, ...request.headers, ...(authorization !== undefined && { authorization }) };
    const target = this.#pathPrefix + request.target;
    const response = await this.#sendSurely({ ...request, target, headers });
    if (response.status === 401) credentials?.refused?.();
    return response;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** Retries requests that were certainly not processed, and reads that were sent on a stale connection. */
  async #sendSurely(request: TransportRequest): Promise<TransportResponse> {
    for (let failures = 0; ; ) {
      // Connecting continues after an abort: other requests may use the connection.
      const { connection, isNew } = await unlessAborted(this.#connection(), request.signal);
      // Other requests may have used up the stream limit in the meantime.
      if (!connection.hasRoom) continue;
      try {
        return await connection.send(request);
      } catch (error) {
        const isSafe = error instanceof TransportError && (error.isUnprocessed || (request.method === 'GET' && !isNew));
        if (!isSafe || ++failures === maxAttempts) throw error;
      }
    }
  }

  async #connection(): Promise<{ connection: Http2Connection; isNew: boolean }> {
    const keyPair = await this.#options.credentials?.keyPair?.();
    for (let isNew = false; ; isNew = true) {
      if (this.#isClosed) throw new TransportError('the client is closed', { isUnprocessed: true });
      const connection = this.#connections.find((one) => one.hasRoom && one.keyPair === keyPair);
      if (connection) return { connection, isNew };
      this.#opening ??= this.#open(keyPair).finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
    }
  }

  async #open(keyPair: KeyPair | undefined): Promise<void> {
    const {
      tls = {},
      clock = systemClock,
      connectTimeoutMilliseconds = defaultConnectTimeoutMilliseconds,
    } = this.#options;
    const opened = await Http2Connection.open({
      server: this.#server,
      tls,
      keyPair,
      clock,
      connectTimeoutMilliseconds,
    });
    for (const connection of this.#connections) if (connection.keyPair !== keyPair) connection.retire();
    this.#connections = [...this.#connections.filter((connection) => !connection.isGone), opened];
  }
}
