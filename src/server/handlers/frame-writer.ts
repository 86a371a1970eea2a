import type { ResponseSink } from '../http/index.js';
import type { WatchEventMetrics } from '../metrics/index.js';

export interface FrameWriterOptions {
  readonly sink: ResponseSink;
  readonly events: WatchEventMetrics | undefined;
  /** What is written of frames that are there together: `separate` or `together`. */
  readonly pieces: (frames: readonly Buffer[]) => Iterable<Buffer>;
}

/** Writes the frames of a watch to its client, and counts them. */
export class FrameWriter {
  readonly sink: ResponseSink;
  readonly #options: FrameWriterOptions;
  #isFull = false;

  constructor(options: FrameWriterOptions) {
    this.sink = options.sink;
    this.#options = options;
  }

  /** Whether the client is slower than what happens: `write` waits for it. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** For a few frames: however slow the client is, they are handed over. */
  writeNow(frames: readonly Buffer[]): void {
    this.#count(frames);
    if (frames.length === 1) this.#writePiece(frames[0]!);
    else for (const piece of this.#options.pieces(frames)) this.#writePiece(piece);
  }

  async write(frames: readonly Buffer[]): Promise<void> {
    this.#count(frames);
    for (const piece of this.#options.pieces(frames)) {
      if (this.#isFull) await this.sink.drained();
      this.#isFull = !this.sink.write(piece);
    }
  }

  #writePiece(piece: Buffer): void {
    if (!this.sink.write(piece)) this.#isFull = true;
  }

  #count(frames: readonly Buffer[]): void {
    const { events } = this.#options;
    if (events) for (let index = 0; index < frames.length; index++) events.sent(frames[index]!.length);
  }
}

/** Each frame is a piece of its own, as messages of a WebSocket are. */
export function separate(frames: readonly Buffer[]): Iterable<Buffer> {
  return frames;
}

/** What is put together at most. */
const maxPieceBytes = 64 * 1024;

/** The same frames go to many watches one after the other, so what was put together last is likely to be wanted again. */
let last: { readonly frames: readonly Buffer[]; readonly pieces: readonly Buffer[] } = { frames: [], pieces: [] };

/** One write costs the same for one frame as for several. */
export function together(frames: readonly Buffer[]): Iterable<Buffer> {
  if (frames.length < 2) return frames;
  const isSame = frames.length === last.frames.length && frames.every((frame, index) => frame === last.frames[index]);
  if (isSame) return last.pieces;
  const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
  if (bytes > maxPieceBytes) return piecesOf(frames);
  last = { frames, pieces: [Buffer.concat(frames, bytes)] };
  return last.pieces;
}

function* piecesOf(frames: readonly Buffer[]): Iterable<Buffer> {
  let [begin, bytes] = [0, 0];
  for (const [index, frame] of frames.entries()) {
    bytes += frame.length;
    if (bytes < maxPieceBytes && index < frames.length - 1) continue;
    yield index === begin ? frame : Buffer.concat(frames.slice(begin, index + 1), bytes);
    [begin, bytes] = [index + 1, 0];
  }
}
