import type { Duplex } from 'node:stream';
import { dataHead, finFlag } from './frames.js';

/** A data frame cannot be longer. */
const maxFrameBytes = 0xff_ffff;

/** One of the streams of a connection. */
export class SpdyStream {
  /** Rejects when the other side does not want it, or is gone. */
  readonly accepted: Promise<void>;
  /** Resolves when the other side has said all on it; rejects when the connection breaks before. */
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

  /** False: the other side is slower than the writer; await `drained()`. */
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

  /** Resolves when more may be written, and when there is no one left to write to. */
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

  /** Nothing more is written. */
  end(): void {
    const socket = this.#socket;
    if (this.#isClosed || socket.destroyed || socket.writableEnded) return;
    this.#isClosed = true;
    socket.write(dataHead(this.#id, 0, finFlag));
  }

  /** The other side has accepted it. */
  accept(): void {
    this.#settleAccepted.resolve();
  }

  /** The other side has said all. */
  finish(): void {
    this.#settleEnded.resolve();
  }

  /** The other side does not want it, or no more: what it had to say is said. */
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
