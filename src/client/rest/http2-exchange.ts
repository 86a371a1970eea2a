import {
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import { TransportError, type TransportHeaders, type TransportResponse } from './transport.js';

export interface ExchangeOptions {
  readonly signal: AbortSignal | undefined;
  /** Why the connection ended, where it did. */
  readonly connectionFailure: () => Error | undefined;
}

/** The response of a request that has been sent on a stream. */
export function exchange(stream: ClientHttp2Stream, options: ExchangeOptions): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const fail = (): Error => failureOf(stream, { ...options, failure });
    const abort = (): void => stream.close(constants.NGHTTP2_CANCEL);
    const rejectUnanswered = (): void => reject(fail());
    options.signal?.addEventListener('abort', abort, { once: true });
    stream.on('error', (error) => {
      failure ??= error;
    });
    stream.once('close', () => {
      options.signal?.removeEventListener('abort', abort);
      rejectUnanswered();
    });
    stream.once('response', (headers) => resolve(new Http2Response(stream, headers, fail)));
  });
}

class Http2Response implements TransportResponse {
  readonly status: number;
  readonly headers: TransportHeaders;
  readonly #stream: ClientHttp2Stream;
  readonly #fail: () => Error;

  constructor(stream: ClientHttp2Stream, headers: IncomingHttpHeaders & IncomingHttpStatusHeader, fail: () => Error) {
    this.status = headers[':status'] ?? 0;
    this.headers = headers as TransportHeaders;
    this.#stream = stream;
    this.#fail = fail;
  }

  body(): Promise<Buffer> {
    const stream = this.#stream;
    return new Promise((resolve, reject) => {
      if (stream.destroyed && !stream.readableEnded) return reject(this.#fail());
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        if (stream.rstCode === constants.NGHTTP2_NO_ERROR && !stream.aborted) resolve(joined(chunks));
      });
      // After `end` this changes nothing.
      stream.once('close', () => reject(this.#fail()));
    });
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const stream = this.#stream;
    try {
      for await (const chunk of stream) yield chunk as Buffer;
    } catch {
      throw this.#fail();
    } finally {
      stream.close(constants.NGHTTP2_CANCEL);
    }
    if (stream.aborted) throw this.#fail();
  }
}

function joined(chunks: Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

function failureOf(
  stream: ClientHttp2Stream,
  { signal, connectionFailure, failure }: ExchangeOptions & { failure: Error | undefined },
): Error {
  if (signal?.aborted) return signal.reason as Error;
  const cause = connectionFailure() ?? failure;
  const isUnprocessed = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
  const message = cause?.message ?? 'it was closed before the response was complete';
  return new TransportError(`the connection to the server was lost: ${message}`, { isUnprocessed, cause });
}
