/** Header names are lower-case. */
export type TransportHeaders = { readonly [name: string]: string | number | readonly string[] | undefined };

/** A request as a transport sends it. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  readonly body?: Buffer | undefined;
  /** Aborts the request and, once it has started, the response. */
  readonly signal?: AbortSignal | undefined;
}

/** The body can be read once, in one of the two ways. To discard it, break out of `chunks` immediately. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: TransportHeaders;
  body(): Promise<Buffer>;
  /** Yields chunks in arrival order. Breaking out of the loop aborts the request. */
  chunks(): AsyncIterable<Buffer>;
}

/**
 * Sends requests to one server. `send` rejects with `TransportError` if no response was received; a response with any
 * status code is not a failure. Aborting the signal cancels the request, but nothing waits for that to complete. A
 * server in the same process can be used with `{ send: (request) => inject(handler, request), close: async () => {} }`.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

/** The server could not be reached, or the connection broke before the response was complete. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** The server has certainly not started to process the request. */
  readonly isUnprocessed: boolean;

  constructor(message: string, { isUnprocessed = false, cause }: { isUnprocessed?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isUnprocessed = isUnprocessed;
  }
}
