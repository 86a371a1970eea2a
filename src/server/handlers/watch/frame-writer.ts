import type { BatchSink, CacheBatch } from '../../../storage/cacher/index.js';
import type { ResponseSink } from '../../http/index.js';
import type { WatchEventMetrics } from '../../metrics/index.js';
import { maxPieceBytes, type StoredFrames } from './stored-frames.js';

export interface FrameWriterOptions {
  readonly sink: ResponseSink;
  readonly events: WatchEventMetrics | undefined;
  /** Provides frames synchronously; unset: every frame goes through `write`, in a chunk of its own. */
  readonly stored: StoredFrames | undefined;
  /** How frames that are ready together become chunks: `separate` or `together`. */
  readonly pieces: (frames: readonly Buffer[]) => Iterable<Buffer>;
}

/** Writes the frames of a watch to its client, and counts them. */
export class FrameWriter implements BatchSink {
  readonly sink: ResponseSink;
  readonly #stored: StoredFrames | undefined;
  readonly #events: WatchEventMetrics | undefined;
  readonly #pieces: FrameWriterOptions['pieces'];
  /** The client is slower than the events: `write` waits for it to drain. */
  #isFull = false;

  constructor({ sink, stored, events, pieces }: FrameWriterOptions) {
    this.sink = sink;
    this.#stored = stored;
    this.#events = events;
    this.#pieces = pieces;
  }

  /** Writes an event whose frame is ready straight to the socket. */
  accept(batch: CacheBatch): boolean {
    if (this.#isFull || this.#stored === undefined || batch.bookmark !== undefined) return false;
    const piece = this.#stored.pieceOf(batch);
    if (piece === undefined) return false;
    this.#count(piece.frames);
    if (!this.sink.write(piece.bytes)) this.#isFull = true;
    return true;
  }

  async write(frames: readonly Buffer[]): Promise<void> {
    this.#count(frames);
    for (const piece of this.#pieces(frames)) {
      if (this.#isFull) await this.sink.drained();
      this.#isFull = !this.sink.write(piece);
    }
  }

  #count(frames: readonly Buffer[]): void {
    const events = this.#events;
    if (events) for (let index = 0; index < frames.length; index++) events.sent(frames[index]!.length);
  }
}

/** Writes each frame as a chunk, such as a WebSocket message. */
export function separate(frames: readonly Buffer[]): Iterable<Buffer> {
  return frames;
}

/** Joins frames into larger chunks: one write costs the same for several frames as for one. */
export function* together(frames: readonly Buffer[]): Iterable<Buffer> {
  let [begin, bytes] = [0, 0];
  for (const [index, frame] of frames.entries()) {
    bytes += frame.length;
    if (bytes < maxPieceBytes && index < frames.length - 1) continue;
    yield index === begin ? frame : Buffer.concat(frames.slice(begin, index + 1), bytes);
    [begin, bytes] = [index + 1, 0];
  }
}
