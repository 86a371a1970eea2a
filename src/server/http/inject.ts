import { Readable } from 'node:stream';
import { badRequest } from '../../apimachinery/status/index.js';
import {
  ApiRequest,
  type ClientCertificate,
  type RequestHeaders,
  type RequestTransport,
  type UpgradedConnection,
} from './api-request.js';
import { type ApiResponse, type Handler, type ResponseHeaders, takenOver } from './api-response.js';
import { InjectedSink } from './injected-sink.js';
import { bodyTooLarge, noBytes } from './read-body.js';

export interface InjectedRequest {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly target: string;
  /** Lower-cased names; an array for a header that is sent several times. */
  readonly headers?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly body?: Buffer | undefined;
  readonly remoteAddress?: string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Aborting it corresponds to closing the connection. */
  readonly signal?: AbortSignal | undefined;
}

interface InjectedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /**
   * The body as it is produced; can be read once. A slow reader slows down the handler. Leaving the loop early
   * corresponds to closing the connection.
   */
  chunks(): AsyncIterableIterator<Buffer>;
  /** The whole body, instead of `chunks`. A body that is a single Buffer is not copied. */
  body(): Promise<Buffer>;
}

/** Calls a handler without a socket. Exceptions of the handler are passed to the caller. */
export async function inject(handler: Handler, init: InjectedRequest): Promise<InjectedResponse> {
  const client = new AbortController();
  const line = { method: init.method ?? 'GET', target: init.target, headers: joinedHeaders(init) };
  const request = new ApiRequest(line, new InjectedTransport(init, client.signal));
  const response = await handler(request);
  if (response === takenOver) throw new TypeError('an in-process request cannot be upgraded');
  const { status, headers } = response;
  const chunks = bodyChunks(response, request, () => client.abort());
  const whole = Buffer.isBuffer(response.body) && request.method !== 'HEAD' ? response.body : undefined;
  return { status, headers, chunks: () => chunks, body: async () => whole ?? concatenated(chunks) };
}

/** A body that is a function is called immediately, as on a socket. */
function bodyChunks(response: ApiResponse, request: ApiRequest, leave: () => void): AsyncIterableIterator<Buffer> {
  const { body } = response;
  if (typeof body === 'function') {
    const sink = new InjectedSink(request.signal);
    body(sink).then(sink.end, sink.fail);
    return sink.chunks(leave);
  }
  if (body === undefined || request.method === 'HEAD') return iterated([]);
  return iterated(Buffer.isBuffer(body) ? [body] : body);
}

async function* iterated(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncIterableIterator<Buffer> {
  yield* chunks;
}

async function concatenated(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function joinedHeaders({ headers = {} }: InjectedRequest): RequestHeaders {
  const joined = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}

class InjectedTransport implements RequestTransport {
  readonly #init: InjectedRequest;
  readonly #readerLeft: AbortSignal;

  constructor(init: InjectedRequest, readerLeft: AbortSignal) {
    this.#init = init;
    this.#readerLeft = readerLeft;
  }

  get protocol(): 'HTTP/2.0' {
    return 'HTTP/2.0';
  }

  get remoteAddress(): string {
    return this.#init.remoteAddress ?? '127.0.0.1';
  }

  get rawHeaders(): readonly string[] {
    return Object.entries(this.#init.headers ?? {}).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [name, value]),
    );
  }

  get hasBody(): boolean {
    return this.#init.body !== undefined;
  }

  clientCertificate(): ClientCertificate | undefined {
    return this.#init.clientCertificate;
  }

  readBody(limitBytes: number): Promise<Buffer> {
    const { body = noBytes } = this.#init;
    return body.length > limitBytes ? Promise.reject(bodyTooLarge(limitBytes)) : Promise.resolve(body);
  }

  bodyStream(): Readable {
    return Readable.from(this.#init.body === undefined ? [] : [this.#init.body]);
  }

  onClientGone(callback: () => void): void {
    for (const signal of [this.#readerLeft, this.#init.signal]) {
      if (signal?.aborted) callback();
      else signal?.addEventListener('abort', callback, { once: true });
    }
  }

  cancelled(): void {}

  upgrade(): UpgradedConnection {
    throw badRequest('an in-process request cannot be upgraded');
  }
}
