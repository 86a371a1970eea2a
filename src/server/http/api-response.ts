import type { ApiRequest } from './api-request.js';

/** Lower-cased names. `content-length`, `date` and what concerns the connection are set by the server. */
export type ResponseHeaders = { readonly [name: string]: string | number | readonly string[] };

/**
 * - nothing: headers only;
 * - a Buffer: sent with its length; it must not change afterwards;
 * - chunks: pulled one after another as fast as the client takes them;
 * - a function: for watches and proxies. Headers are sent at once, the body ends when the promise resolves, and is cut
 *   off so that the client notices when it rejects.
 */
export type ResponseBody = Buffer | Iterable<Buffer> | ((sink: ResponseSink) => Promise<void>);

/** A response may be shared between requests: the server does not change it. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body?: ResponseBody | undefined;
  /** The client is asked to go elsewhere after this: `connection: close` in HTTP/1.1, GOAWAY in HTTP/2. */
  readonly closeConnection?: boolean | undefined;
}

/** Where the body of a response that goes on for a while is written. */
export interface ResponseSink {
  /**
   * Hands the bytes over without copying: they must not change afterwards. False: the client is slower than the writer;
   * await `drained()` before writing more. Writes after the client left are dropped.
   */
  write(chunk: Buffer): boolean;
  /** Resolves when more may be written, and when there is no one left to write to (see `closed`). */
  drained(): Promise<void>;
  /** Bytes that wait for the client. */
  readonly pendingBytes: number;
  /** Aborted when the client is gone; the same as the request's `signal`. */
  readonly closed: AbortSignal;
}

/** Turns every failure into a response itself; what it throws is answered with a bare 500 and reported. */
export type Handler = (request: ApiRequest) => Promise<ApiResponse> | ApiResponse;

/** What a handler returns after `request.upgrade()`: it has answered on the connection itself. */
export const takenOver: ApiResponse = Object.freeze({ status: 101, headers: Object.freeze({}) });
