// Follows vendor/github.com/moby/spdystream/stream.go (v1.36)

import type { Duplex } from 'node:stream';
import { dataHead, finFlag } from './frames.js';

/** Maximum length of a data frame. */
const maxFrameBytes = 0xff_ffff;

/** A stream of a connection. */
export class SpdyStream {
  /** Rejects when the peer refuses the stream or disconnects. */
  readonly accepted: Promise<void>;
  /** Resolves when the peer has closed its side; rejects if the connection breaks before. */
  readonly ended: Promise<void>;
  readonly onData: (chunk: Buffer) => void;
  readonly #id: number;
  readonly #socket: Duplex;
  #settleAccepted!: { resolve: () => void; reject: (error: Error) => void };
  #settleEnded!: { resolve: () => void; reject: (error: Error) => void };
  #isClosed = false;

  constructor(id: number, socket: Duplex, onData: (chunk: Buffer) => void) {
    this.#id = id;
    this.#socket = socket;
    this.onData = onData;
    this.accepted = new Promise((resolve, reject) => {
      this.#settleAccepted = { resolve, reject };
    });
    this.ended = new Promise((resolve, reject) => {
      this.#settleEnded = { resolve, reject };
    });
    this.ended.catch(() => {});
    this.accepted.catch(() => {});
  }

  /** Returns false if the buffer is full; await `drained()` then. */
  write(chunk: Buffer): boolean {
    const socket = this.#socket;
    if (this.#isClosed || socket.destroyed || socket.writableEnded) return true;
    let hasRoom = true;
    for (let at = 0; at < chunk.length; at += maxFrameBytes) {
      const piece = chunk.subarray(at, at + maxFrameBytes);
      socket.write(dataHead(this.#id, piece.length));
      hasRoom = socket.write(piece);
    }
    return hasRoom;
  }

  /** Resolves when more can be written, or the connection is closed. */
  drained(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed || !socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.on('drain', done).on('close', done);
    });
  }

  /** Closes this side of the stream. */
  end(): void {
    const socket = this.#socket;
    if (this.#isClosed || socket.destroyed || socket.writableEnded) return;
    this.#isClosed = true;
    socket.write(dataHead(this.#id, 0, finFlag));
  }

  /** Called when the peer accepts the stream. */
  accept(): void {
    this.#settleAccepted.resolve();
  }

  /** Called when the peer closes its side. */
  finish(): void {
    this.#settleEnded.resolve();
  }

  /** Called when the peer resets the stream: it accepts and sends no more data. */
  reset(): void {
    this.#isClosed = true;
    this.#settleAccepted.reject(new Error('stream reset'));
    this.#settleEnded.resolve();
  }

  fail(error: Error): void {
    this.#isClosed = true;
    this.#settleAccepted.reject(error);
    this.#settleEnded.reject(error);
  }
}
