import type { Duplex } from 'node:stream';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { lengthBytes, MessageReader } from './message-bytes.js';

export interface MessageStreamOptions {
  readonly onMessage: (message: MessageReader) => void;
  /** Called once, when the other side is gone or the stream was closed. */
  readonly onEnd: () => void;
  /** Messages are written when the current callback ends. Unset: with the others of the iteration of the event loop. */
  readonly isUrgent?: boolean;
}

/** Messages over a stream of bytes; several are written together. */
export class MessageStream {
  readonly #stream: Duplex;
  readonly #options: MessageStreamOptions;
  readonly #schedule: (flush: () => void) => void;
  #outgoing: Buffer[] = [];
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #hasEnded = false;

  constructor(stream: Duplex, options: MessageStreamOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#schedule = options.isUrgent ? process.nextTick : systemClock.immediate;
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    // The end follows.
    stream.on('error', () => undefined);
    stream.once('close', () => this.#end());
    stream.once('end', () => this.close());
  }

  /** Bytes that the other side has not accepted yet. */
  get unsentBytes(): number {
    return this.#stream.writableLength;
  }

  send(message: Buffer): void {
    if (this.#hasEnded) return;
    if (this.#outgoing.length === 0) this.#schedule(this.#flush);
    this.#outgoing.push(message);
  }

  /** Sends what is pending, and ends the stream. */
  close(): void {
    this.#flush();
    this.#stream.end(() => this.#stream.destroy());
    this.#end();
  }

  readonly #flush = (): void => {
    const messages = this.#outgoing;
    if (messages.length === 0 || this.#hasEnded || this.#stream.destroyed) return;
    this.#outgoing = [];
    this.#stream.cork();
    for (const message of messages) this.#stream.write(message);
    this.#stream.uncork();
  };

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes < lengthBytes) return;
    const first = this.#received[0]!;
    // A large message arrives in many chunks: they are joined once.
    const isLong = first.length >= lengthBytes && this.#receivedBytes < lengthBytes + first.readUInt32LE(0);
    if (isLong) return;
    let rest = this.#received.length === 1 ? first : Buffer.concat(this.#received);
    while (rest.length >= lengthBytes) {
      const end = lengthBytes + rest.readUInt32LE(0);
      if (rest.length < end) break;
      const message = new MessageReader(rest.subarray(lengthBytes, end));
      rest = rest.subarray(end);
      this.#options.onMessage(message);
    }
    this.#received = rest.length > 0 ? [rest] : [];
    this.#receivedBytes = rest.length;
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }
}
