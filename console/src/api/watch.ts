import { ApiError, type RequestOptions, request, withQuery } from './client.ts';
import { parseJson } from './exact-json.ts';

export interface WatchEvent<Object> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Object;
}

export interface WatchOptions<Object> extends RequestOptions {
  readonly resourceVersion: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called with all events that arrived together; returns the resourceVersion to continue from. */
  readonly onEvents: (events: readonly WatchEvent<Object>[]) => string | undefined;
}

/** Hidden pages give up their connections after this time. */
const hiddenMilliseconds = 10_000;

/**
 * Watches until the signal is aborted, across disconnections; pauses while the page is hidden. Resolves when the server
 * no longer has the events to continue with: the caller must list again. Rejects if the watch is refused.
 */
export async function watch<Object>(path: string, options: WatchOptions<Object>): Promise<void> {
  let { resourceVersion } = options;
  const { signal, onEvents, query, accept } = options;
  for (let failures = 0; !signal.aborted; ) {
    const pause = pauseWhileHidden(signal);
    const target = withQuery(path, { ...query, watch: 1, allowWatchBookmarks: 'true', resourceVersion });
    try {
      const response = await request(target, { accept, signal: pause.signal, isLongRunning: true });
      failures = 0;
      for await (const events of eventsOf<Object>(response)) {
        const isExpired = events.some(({ type }) => type === 'ERROR');
        resourceVersion = onEvents(events.filter(({ type }) => type !== 'ERROR')) ?? resourceVersion;
        if (isExpired) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.code === 410) return;
      if (error instanceof ApiError && error.code < 500 && error.code !== 429) throw error;
      if (!pause.isPaused()) failures++;
    } finally {
      pause.end();
    }
    await untilVisible(signal);
    if (failures > 0) await delay(Math.min(10_000, 250 * 2 ** failures), signal);
  }
}

async function* eventsOf<Object>(response: Response): AsyncGenerator<WatchEvent<Object>[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.filter((line) => line !== '').map((line) => parseJson<WatchEvent<Object>>(line));
  }
}

/** Aborted with the given signal, or when the page has been hidden for a while. */
function pauseWhileHidden(signal: AbortSignal): { signal: AbortSignal; isPaused: () => boolean; end: () => void } {
  const pause = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => pause.abort(), hiddenMilliseconds);
  };
  const onAbort = () => pause.abort();
  document.addEventListener('visibilitychange', onChange);
  signal.addEventListener('abort', onAbort);
  onChange();
  return {
    signal: pause.signal,
    isPaused: () => pause.signal.aborted,
    end: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
      signal.removeEventListener('abort', onAbort);
      pause.abort();
    },
  };
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
  });
}

export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
