import { resourceExpired } from '../../apimachinery/status/index.js';
import type { CacheWatch } from '../../storage/cacher/index.js';
import { isStorageError } from '../../storage/index.js';
import { toStatusError } from '../registry/index.js';
import type { FrameWriter } from './frame-writer.js';
import type { WatchFrames } from './watch-frames.js';

export interface WatchPumpOptions {
  readonly frames: WatchFrames;
  readonly writer: FrameWriter;
  readonly timeoutSeconds: number;
}

/** Longer timers would fire at once. */
const maxTimerMilliseconds = 0x7fff_ffff;

/** Writes what the watch delivers until the client goes, the time is up, or the watch fails. */
export async function pumpWatch(opening: Promise<CacheWatch>, options: WatchPumpOptions): Promise<void> {
  const { frames, writer, timeoutSeconds } = options;
  const { sink } = writer;
  let isOver = timeoutSeconds < 0;
  let stop = (): void => {
    isOver = true;
  };
  const timer = setTimeout(() => stop(), Math.min(timeoutSeconds * 1000, maxTimerMilliseconds));
  let lastMark: NodeJS.Timeout | undefined;
  const onClosed = (): void => stop();
  sink.closed.addEventListener('abort', onClosed, { once: true });
  try {
    const watch = await opening;
    stop = () => void watch.return();
    if (isOver || sink.closed.aborted) stop();
    if (watch.bookmarks) lastMark = markBeforeEnd(watch, timeoutSeconds);
    await writeAll(watch, frames, writer);
  } catch (error) {
    // A cache that ends, as that of a custom resource does when its definition changes, ends its watches in peace.
    if (!isStorageError(error, 'closed')) sink.write(frames.error(watchError(error)));
    stop();
  } finally {
    clearTimeout(timer);
    clearTimeout(lastMark);
    sink.closed.removeEventListener('abort', onClosed);
  }
}

/** What the writer cannot take as it comes waits for what it needs. */
async function writeAll(watch: CacheWatch, frames: WatchFrames, writer: FrameWriter): Promise<void> {
  for (;;) {
    const { done, value: batch } = await watch.nextNotTaken(writer);
    if (done) return;
    for (const part of frames.of(batch)) await writer.write(part instanceof Promise ? await part : part);
  }
}

/** So that a client can come back to where the watch ended. */
const secondsBeforeEnd = 2;

function markBeforeEnd(watch: CacheWatch, timeoutSeconds: number): NodeJS.Timeout | undefined {
  const seconds = timeoutSeconds - secondsBeforeEnd;
  if (seconds <= 0) return undefined;
  return setTimeout(() => watch.requestProgress(), Math.min(seconds * 1000, maxTimerMilliseconds));
}

function watchError(error: unknown): unknown {
  if (!isStorageError(error, 'compacted')) return toStatusError(error);
  const { asked, boundary } = error;
  const isKnown = asked !== undefined && boundary !== undefined;
  return resourceExpired(`too old resource version: ${isKnown ? `${asked} (${boundary})` : error.message}`);
}
