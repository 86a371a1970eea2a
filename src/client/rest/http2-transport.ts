import { trimRight } from '../../apimachinery/meta/index.js';
import { type Clock, systemClock } from '../clock/index.js';
import type { Credentials, KeyPair } from './credentials.js';
import { Http2Connection, type TlsClientOptions } from './http2-connection.js';
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from './transport.js';
import { unlessAborted } from './unless-aborted.js';

export interface Http2TransportOptions {
  /** `https://host:port`, with a path if the API is below one. */
  readonly server: string;
  readonly tls?: TlsClientOptions | undefined;
  readonly credentials?: Credentials | undefined;
  /** Sent with every request, such as those of impersonation. */
  readonly headers?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly clock?: Clock | undefined;
  readonly connectTimeoutMilliseconds?: number | undefined;
}

const defaultConnectTimeoutMilliseconds = 30_000;
/** How often a request that the server has not begun to work on is sent again. */
const maxAttempts = 4;

/**
 * HTTPS to one server, over one HTTP/2 connection for all requests: further ones are only opened while the server takes
 * no more requests on those that are there. A connection that is lost is replaced with the next request.
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

  /** Sends again what was certainly not processed; and reads that met a connection which had died unnoticed. */
  async #sendSurely(request: TransportRequest): Promise<TransportResponse> {
    for (let failures = 0; ; ) {
      // The connection is made all the same: others may want it.
      const { connection, isNew } = await unlessAborted(this.#connection(), request.signal);
      // Others may have been quicker since it was found.
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
