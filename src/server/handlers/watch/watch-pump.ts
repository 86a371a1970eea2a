// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (v1.36)

import type { Clock } from '../../../apimachinery/clock/index.js';
import { shouldYield, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import { resourceExpired } from '../../../apimachinery/status/index.js';
import type { CacheWatch } from '../../../storage/cacher/index.js';
import { isStorageError } from '../../../storage/index.js';
import { toStatusError } from '../../registry/index.js';
import type { FrameWriter } from './frame-writer.js';
import type { WatchFrames } from './watch-frames.js';

export interface WatchPumpOptions {
  readonly frames: WatchFrames;
  readonly writer: FrameWriter;
  readonly timeoutSeconds: number;
  readonly clock: Clock;
}

/** Writes the events of a watch until the client disconnects, the timeout expires, or the watch fails. */
export async function pumpWatch(opening: Promise<CacheWatch>, options: WatchPumpOptions): Promise<void> {
  const { frames, writer, timeoutSeconds, clock } = options;
  const { sink } = writer;
  let isOver = timeoutSeconds < 0 || sink.closed.aborted;
  let stop = (): void => {
    isOver = true;
  };
  const cancelTimer = isOver ? undefined : clock.after(timeoutSeconds * 1000, () => stop());
  let cancelLastMark: (() => void) | undefined;
  // Opening may take as long as the store does, so the timer does not wait for it.
  const onClosed = (): void => {
    cancelTimer?.();
    cancelLastMark?.();
    stop();
  };
  sink.closed.addEventListener('abort', onClosed, { once: true });
  try {
    const watch = await opening;
    stop = () => void watch.return();
    if (isOver) stop();
    else if (watch.bookmarks) cancelLastMark = markBeforeEnd(watch, options);
    await writeAll(watch, frames, writer);
  } catch (error) {
    // A closed cache, such as that of a resource whose definition changes, ends its watches without an error.
    if (!isStorageError(error, 'closed')) sink.write(frames.error(watchError(error)));
    stop();
  } finally {
    cancelTimer?.();
    cancelLastMark?.();
    sink.closed.removeEventListener('abort', onClosed);
  }
}

/** Writes the batches that the writer could not write synchronously. */
async function writeAll(watch: CacheWatch, frames: WatchFrames, writer: FrameWriter): Promise<void> {
  for (;;) {
    const { done, value: batch } = await watch.drain(writer);
    if (done) return;
    for (const part of frames.of(batch)) {
      await writer.write(part instanceof Promise ? await part : part);
      if (shouldYield()) await yieldToEventLoop();
    }
  }
}

/** A last bookmark shortly before the timeout lets the client resume where the watch ended. */
const secondsBeforeEnd = 2;

function markBeforeEnd(watch: CacheWatch, { timeoutSeconds, clock }: WatchPumpOptions): (() => void) | undefined {
  const seconds = timeoutSeconds - secondsBeforeEnd;
  if (seconds <= 0) return undefined;
  return clock.after(seconds * 1000, () => watch.requestProgress());
}

function watchError(error: unknown): unknown {
  if (!isStorageError(error, 'compacted')) return toStatusError(error);
  const { requested, boundary } = error;
  const isKnown = requested !== undefined && boundary !== undefined;
  return resourceExpired(`too old resource version: ${isKnown ? `${requested} (${boundary})` : error.message}`);
}
