import { type ClientHttp2Stream, constants, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { TransportError, type TransportHeaders, type TransportResponse } from './transport.js';

export interface ExchangeOptions {
  readonly signal: AbortSignal | undefined;
  /** Why the connection was closed, if it was. */
  readonly connectionFailure: () => Error | undefined;
}

/** Resolves with the response to the request that was sent on the stream. */
export function exchange(stream: ClientHttp2Stream, options: ExchangeOptions): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    let hasResponse = false;
    const fail = (): Error => failureOf(stream, { ...options, failure });
    const abort = (): void => stream.close(constants.NGHTTP2_CANCEL);
    options.signal?.addEventListener('abort', abort, { once: true });
    stream.on('error', (error) => {
      failure ??= error;
    });
    stream.once('close', () => {
      options.signal?.removeEventListener('abort', abort);
      if (!hasResponse) reject(fail());
    });
    stream.once('response', (headers) => {
      hasResponse = true;
      resolve(new Http2Response(stream, headers, fail));
    });
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
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return this.#complete().then(() => joined(chunks));
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const stream = this.#stream;
    let isEnded = false;
    try {
      for await (const chunk of stream) yield chunk as Buffer;
      isEnded = true;
    } catch {
      throw this.#fail();
    } finally {
      if (!isEnded) stream.close(constants.NGHTTP2_CANCEL);
    }
    await this.#complete();
  }

  /** A truncated body ends like a complete one; only the stream's close code differs. */
  #complete(): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        if (stream.readableEnded && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve();
        else reject(this.#fail());
      };
      if (stream.closed && stream.destroyed) settle();
      else stream.once('close', settle);
    });
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
