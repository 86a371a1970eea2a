import type { ApiRequest } from './api-request.js';

/** Lower-cased names. The server sets `content-length`, `date` and hop-by-hop headers. */
export type ResponseHeaders = { readonly [name: string]: string | number | readonly string[] };

/**
 * - undefined: headers only;
 * - a Buffer: sent with its length; it must not change afterwards;
 * - an iterable: chunks are pulled one after another, as fast as the client reads; an asynchronous one may fail, and the
 *   body is then aborted so that the client notices;
 * - a function: for watches and proxies. Headers are sent immediately; the body ends when the promise resolves. If it
 *   rejects, the body is aborted so that the client notices.
 */
export type ResponseBody = Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | ((sink: ResponseSink) => Promise<void>);

/** May be shared between requests: the server does not modify it. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body?: ResponseBody | undefined;
  /** Makes the client reconnect after this response: `connection: close` in HTTP/1.1, GOAWAY in HTTP/2. */
  readonly closeConnection?: boolean | undefined;
}

/** Receives the body of a streaming response. */
export interface ResponseSink {
  /**
   * Passes the bytes on without copying: they must not change afterwards. Returns false if the client is slower than
   * the writer; await `drained()` before writing more. Writes after the client has disconnected are dropped.
   */
  write(chunk: Buffer): boolean;
  /** Resolves when more may be written, and when the client has disconnected (see `closed`). */
  drained(): Promise<void>;
  /** Bytes that are buffered for the client. */
  readonly pendingBytes: number;
  /** Aborted when the client disconnects; the same as the request's `signal`. */
  readonly closed: AbortSignal;
}

/** Must turn every error into a response; an exception becomes a bare 500 and is reported. */
export type Handler = (request: ApiRequest) => Promise<ApiResponse> | ApiResponse;

/** Returned by a handler after `request.upgrade()`: it has responded on the connection itself. */
export const takenOver: ApiResponse = Object.freeze({ status: 101, headers: Object.freeze({}) });
