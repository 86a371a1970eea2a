// Follows vendor/github.com/moby/spdystream/connection.go (v1.36)

import type { Duplex } from 'node:stream';
import { every, systemClock } from '../../../apimachinery/clock/index.js';
import { type ControlFrame, controlFrame, FrameReader, finFlag, frameTypes, numbers, SpdyError } from './frames.js';
import { HeaderWriter } from './header-block.js';
import { SpdyStream } from './spdy-stream.js';

const pingMilliseconds = 5000;
const replyMilliseconds = 30_000;

/** The client side of a SPDY/3.1 connection, limited to what kubelet streams need: no flow control. */
export class SpdyConnection {
  readonly #socket: Duplex;
  readonly #headers = new HeaderWriter();
  readonly #streams = new Map<number, SpdyStream>();
  readonly #stopPings: () => void;
  #lastId = -1;
  #lastPing = -1;
  #isEnding = false;

  /** `head`: bytes received together with the upgrade response. */
  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket;
    const reader = new FrameReader({
      control: (frame) => this.#control(frame),
      data: (id, piece, isLast) => {
        const stream = this.#streams.get(id);
        if (piece.length > 0) stream?.onData(piece);
        if (isLast) stream?.finish();
      },
    });
    const read = (chunk: Buffer): void => {
      try {
        reader.push(chunk);
      } catch (error) {
        if (!(error instanceof SpdyError)) throw error;
        socket.destroy(error);
      }
    };
    socket.on('error', () => {});
    socket.once('close', () => this.#closed());
    if (head.length > 0) socket.unshift(head);
    socket.on('data', read);
    this.#stopPings = every(systemClock, pingMilliseconds, () => this.#ping());
  }

  /** Resolves when the peer has accepted the stream: it takes no data before. Rejects if the stream is refused. */
  async createStream(headers: Readonly<Record<string, string>>, onData: (chunk: Buffer) => void): Promise<SpdyStream> {
    this.#lastId += 2;
    const id = this.#lastId;
    const stream = new SpdyStream(id, this.#socket, onData);
    this.#streams.set(id, stream);
    const payload = Buffer.concat([numbers(id, 0), Buffer.alloc(2), this.#headers.write(headers)]);
    this.#socket.write(controlFrame({ type: frameTypes.synStream, flags: 0, payload }));
    const cancelTimer = systemClock.after(replyMilliseconds, () =>
      stream.fail(new Error('timeout waiting for a reply')),
    );
    if (this.#socket.destroyed) this.#closed();
    await stream.accepted.finally(() => cancelTimer());
    return stream;
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#stopPings();
    if (!this.#socket.destroyed && !this.#socket.writableEnded) {
      this.#socket.end(controlFrame({ type: frameTypes.goAway, flags: 0, payload: numbers(0, 0) }));
    }
    this.#socket.destroy();
  }

  #control({ type, flags, payload }: ControlFrame): void {
    if (type === frameTypes.ping) this.#respondToPing(payload);
    if (type === frameTypes.goAway) this.#isEnding = true;
    if (type !== frameTypes.synReply && type !== frameTypes.rstStream) return;
    if (payload.length < 4) throw new SpdyError('frame too short');
    const stream = this.#streams.get(payload.readUInt32BE(0) & 0x7fff_ffff);
    if (type === frameTypes.rstStream) stream?.reset();
    else stream?.accept();
    if (type === frameTypes.synReply && (flags & finFlag) !== 0) stream?.finish();
  }

  #ping(): void {
    this.#lastPing += 2;
    this.#socket.write(controlFrame({ type: frameTypes.ping, flags: 0, payload: numbers(this.#lastPing) }));
  }

  /** Pings from the server have even IDs. */
  #respondToPing(payload: Buffer): void {
    if (payload.length !== 4 || (payload.readUInt32BE(0) & 1) === 1) return;
    this.#socket.write(controlFrame({ type: frameTypes.ping, flags: 0, payload }));
  }

  #closed(): void {
    this.#stopPings();
    for (const stream of this.#streams.values()) {
      if (this.#isEnding) stream.reset();
      else stream.fail(new Error('unexpected EOF'));
    }
  }
}
