import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseSink } from './api-response.js';
import { drained } from './response-body.js';

/**
 * Writes the chunks of an HTTP/1.1 response straight to its socket, with one write each. Node writes a chunk as three
 * pieces through two streams, which dominates the cost of an event with many watchers.
 */
export class ChunkedSink implements ResponseSink {
  readonly closed: AbortSignal;
  readonly #socket: Socket;

  private constructor(socket: Socket, closed: AbortSignal) {
    this.#socket = socket;
    this.closed = closed;
  }

  /** Undefined if buffered data precedes the chunks, or if the response is not chunked. */
  static of(response: ServerResponse, closed: AbortSignal): ChunkedSink | undefined {
    const { socket, chunkedEncoding } = response;
    const isWaiting = socket === null || response.writableLength > socket.writableLength;
    return isWaiting || !chunkedEncoding ? undefined : new ChunkedSink(socket, closed);
  }

  get pendingBytes(): number {
    return this.#socket.writableLength;
  }

  write(chunk: Buffer): boolean {
    if (chunk.length === 0) return true;
    // A closed socket discards the data and returns false; `drained` then resolves immediately.
    return this.#socket.write(framed(chunk));
  }

  drained(): Promise<void> {
    return drained(this.#socket);
  }
}

const lineEnd = Buffer.from('\r\n');

/** The same event is sent to one watch after another, so the last framed chunk is likely to be reused. */
let last: { chunk: Buffer; framed: Buffer } = { chunk: lineEnd, framed: lineEnd };

function framed(chunk: Buffer): Buffer {
  if (last.chunk !== chunk) {
    const size = Buffer.from(`${chunk.length.toString(16)}\r\n`);
    last = { chunk, framed: Buffer.concat([size, chunk, lineEnd]) };
  }
  return last.framed;
}
