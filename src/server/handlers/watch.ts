import { negotiateStream } from '../../apimachinery/codec/index.js';
import type { ListOptions } from '../../apimachinery/meta/index.js';
import { badRequest, resourceExpired } from '../../apimachinery/status/index.js';
import type { CacheWatch, CacheWatchOptions } from '../../storage/cacher/index.js';
import { isStorageError, type Revision } from '../../storage/index.js';
import { type ApiResponse, type ResponseSink, wantsWebSocket } from '../http/index.js';
import type { WatchEventMetrics } from '../metrics/index.js';
import { toStatusError } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { listOptionsOf, type Narrowed, narrow, toCacheSelection } from './list-options.js';
import { readRevision } from './resource-version.js';
import { negotiate, restrictionsOf } from './respond.js';
import { type StreamChoice, WatchFrames } from './watch-frames.js';
import { overWebSocket } from './watch-websocket.js';

const noBytes = Buffer.alloc(0);
export async function watchResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const { request } = context;
  negotiate(context, endpoint);
  const options = forOneObject(listOptionsOf(request.query), context);
  const byWebSocket = wantsWebSocket(request);
  const negotiated = negotiateStream(endpoint.codecs, request.header('accept'), restrictionsOf(endpoint));
  const output = byWebSocket ? withoutHeads(negotiated) : negotiated;
  const narrowed = narrow(endpoint, context, options);
  const frames = new WatchFrames(endpoint, context, { output, options, late: narrowed.late });
  const open = openWatch(endpoint, context, { options, narrowed });
  const timeoutSeconds = timeoutOf(endpoint, options);
  const produce = (sink: ResponseSink): Promise<void> =>
    pump(open, frames, { sink, timeoutSeconds, events: endpoint.watchEvents });
  const type = output.codec.mediaType === 'application/json' ? 'text' : 'binary';
  if (byWebSocket) return overWebSocket(request, type, produce);
  return { status: 200, headers: { 'content-type': output.stream.contentType }, body: produce };
}

/** The messages of a WebSocket are told apart without a length before each. */
function withoutHeads(output: StreamChoice): StreamChoice {
  return { ...output, stream: { ...output.stream, head: () => noBytes } };
}

/** The deprecated paths name an object: that is a selector, and it may not contradict another one. */
function forOneObject(options: ListOptions, { info }: RequestContext): ListOptions {
  const isNamed = info.name !== '' && info.parts.length > 1;
  if (!isNamed) return options;
  const { fieldSelector = '' } = options;
  if (fieldSelector === '') return { ...options, fieldSelector: `metadata.name=${info.name}` };
  const terms = fieldSelector.split(',').map((term) => term.replace('==', '='));
  if (terms.includes(`metadata.name=${info.name}`)) return options;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

/**
 * Begins the watch: at once, so that nothing is missed from here on; only one that wants a state that is not there yet
 * waits for it.
 */
function openWatch(
  { store }: Endpoint,
  context: RequestContext,
  { options, narrowed: { selection, prefix, key } }: { options: ListOptions; narrowed: Narrowed },
): Promise<CacheWatch> {
  const { resourceVersion = '', sendInitialEvents, allowWatchBookmarks = false } = options;
  const revision = resourceVersion === '' ? 0n : readRevision(resourceVersion);
  const start = (): CacheWatch =>
    store.cacher.watchChanges(key === undefined ? { prefix } : { key }, {
      ...toCacheSelection(selection),
      ...startOf(revision, sendInitialEvents),
      bookmarks: allowWatchBookmarks,
      signal: context.request.signal,
    });
  if (sendInitialEvents !== true || revision === 0n) return Promise.resolve(start());
  const waiting = store.table.waitFor(revision).then(start);
  // Whoever reads the answer is told of a failure; it is none of the process if nobody does.
  waiting.catch(() => undefined);
  return waiting;
}

/** Where the events begin: with what is there, or after a revision, or now. */
function startOf(revision: Revision, sendInitialEvents: boolean | undefined): CacheWatchOptions {
  if (sendInitialEvents ?? revision === 0n) return { initialEvents: true };
  return revision === 0n ? {} : { after: revision };
}

/** Between the minimum and twice that, so that clients do not come back all at once. */
function timeoutOf({ minRequestTimeoutSeconds }: Endpoint, { timeoutSeconds }: ListOptions): number {
  return timeoutSeconds || minRequestTimeoutSeconds * (1 + Math.random());
}

/** Longer timers would fire at once. */
const maxTimerMilliseconds = 0x7fff_ffff;

interface Pumping {
  readonly sink: ResponseSink;
  readonly timeoutSeconds: number;
  readonly events: WatchEventMetrics | undefined;
}

/** Writes what the watch delivers until the client goes, the time is up, or the watch fails. */
async function pump(
  opening: Promise<CacheWatch>,
  frames: WatchFrames,
  { sink, timeoutSeconds, events }: Pumping,
): Promise<void> {
  let isOver = false;
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
    for await (const batch of watch) {
      for (const part of frames.of(batch)) {
        for (const frame of part instanceof Promise ? await part : part) {
          events?.sent(frame.length);
          if (!sink.write(frame)) await sink.drained();
        }
      }
    }
  } catch (error) {
    // A cache that ends, as that of a custom resource does when its definition changes, ends its watches in peace.
    if (!isStorageError(error, 'closed')) sink.write(frames.error(watchError(error)));
  } finally {
    clearTimeout(timer);
    clearTimeout(lastMark);
    sink.closed.removeEventListener('abort', onClosed);
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
  return resourceExpired(`too old resource version: ${error.message}`);
}
