import type { Writable } from 'node:stream';
import type { ApiResponse, ResponseBody, ResponseSink } from './api-response.js';

/** Larger buffers are sent in slices: encrypting all of it at once would keep other requests waiting. */
export const largeBody = 512 * 1024;
const sliceBytes = 64 * 1024;

export function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < body.length; begin += sliceBytes) yield body.subarray(begin, begin + sliceBytes);
}

export function withLength(response: ApiResponse, body: Buffer): ApiResponse {
  return { ...response, headers: { ...response.headers, 'content-length': body.length } };
}

/** Writes a body that is not a Buffer, as fast as the client reads, and ends the output. */
export async function writeBody(
  output: Writable,
  body: Exclude<ResponseBody, Buffer>,
  sink: () => ResponseSink,
): Promise<void> {
  if (typeof body === 'function') await body(sink());
  else await writeChunks(output, body);
  if (!output.destroyed) output.end();
}

/**
 * For a response that is not sent (the client disconnected, or the request is a HEAD): a body function is still called,
 * with a sink that is already closed, so that it can release its resources.
 */
export async function discardBody(body: ResponseBody | undefined): Promise<void> {
  if (typeof body === 'function') await body(closedSink);
}

async function writeChunks(output: Writable, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  if (Symbol.asyncIterator in chunks) {
    for await (const chunk of chunks) {
      if (output.destroyed) return;
      if (!output.write(chunk)) await drained(output);
    }
    return;
  }
  for (const chunk of chunks) {
    if (output.destroyed) return;
    if (!output.write(chunk)) await drained(output);
  }
}

export function drained(output: Writable): Promise<void> {
  if (output.destroyed || !output.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      output.removeListener('drain', done);
      output.removeListener('close', done);
      resolve();
    };
    output.on('drain', done);
    output.on('close', done);
  });
}

/** Writes a body to a stream. */
export class WritableSink implements ResponseSink {
  readonly closed: AbortSignal;
  readonly #output: Writable;

  constructor(output: Writable, closed: AbortSignal) {
    this.closed = closed;
    this.#output = output;
  }

  get pendingBytes(): number {
    return this.#output.writableLength;
  }

  write(chunk: Buffer): boolean {
    return !this.#output.destroyed && this.#output.write(chunk);
  }

  drained(): Promise<void> {
    return drained(this.#output);
  }
}

const closedSink: ResponseSink = {
  closed: AbortSignal.abort(),
  pendingBytes: 0,
  write: () => false,
  drained: () => Promise.resolve(),
};
