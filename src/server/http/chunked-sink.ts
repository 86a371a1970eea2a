import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseSink } from './api-response.js';
import { drained } from './response-body.js';

/**
 * Writes the chunks of an HTTP/1.1 response straight to its socket, each in one piece. Node's own way writes a chunk as
 * three pieces through two streams, which is most of what an event costs that goes to many watches.
 */
export class ChunkedSink implements ResponseSink {
  readonly closed: AbortSignal;
  readonly #socket: Socket;

  private constructor(socket: Socket, closed: AbortSignal) {
    this.#socket = socket;
    this.closed = closed;
  }

  /** Undefined where the chunks would not come right after the headers, or are not wanted. */
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
    // A socket that is gone takes what is written, and says that it is full: `drained` resolves at once.
    return this.#socket.write(framed(chunk));
  }

  drained(): Promise<void> {
    return drained(this.#socket);
  }
}

const lineEnd = Buffer.from('\r\n');

/** An event goes to one watch after the other, so the last one is likely to be wanted again. */
let last: { chunk: Buffer; framed: Buffer } = { chunk: lineEnd, framed: lineEnd };

function framed(chunk: Buffer): Buffer {
  if (last.chunk !== chunk) {
    const size = Buffer.from(`${chunk.length.toString(16)}\r\n`);
    last = { chunk, framed: Buffer.concat([size, chunk, lineEnd]) };
  }
  return last.framed;
}
