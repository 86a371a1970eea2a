/** Lower-cased names. */
export type TransportHeaders = { readonly [name: string]: string | number | readonly string[] | undefined };

export interface TransportRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  readonly body?: Buffer | undefined;
  /** Ends the request and, later, the response. */
  readonly signal?: AbortSignal | undefined;
}

/** The body is taken once, by one of the two ways. Whoever does not want it leaves the loop of `chunks` at once. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: TransportHeaders;
  body(): Promise<Buffer>;
  /** As they come. Leaving the loop early ends the request. */
  chunks(): AsyncIterable<Buffer>;
}

/**
 * The way to one server. `send` fails with `TransportError` where no response came; a response with whatever status is
 * none of its failures. What is under way ends when the signal is aborted, but nobody waits for that. A server in the same process takes part with
 * `{ send: (request) => inject(handler, request), close: async () => {} }`.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

/** The server could not be reached, or the connection broke before the response was complete. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** The server has certainly not begun to work on the request. */
  readonly isUnprocessed: boolean;

  constructor(message: string, { isUnprocessed = false, cause }: { isUnprocessed?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isUnprocessed = isUnprocessed;
  }
}
