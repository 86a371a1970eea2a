// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (v1.36)

import { negotiateStream } from '../../../apimachinery/codec/index.js';
import type { ListOptions } from '../../../apimachinery/meta/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import type { CacheWatch, CacheWatchOptions } from '../../../storage/cacher/index.js';
import type { Revision } from '../../../storage/index.js';
import { type ApiResponse, overWebSocket, type ResponseSink, wantsWebSocket } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { listOptionsOf, type Narrowed, narrow, toCacheSelection } from '../input/list-options.js';
import { readRevision } from '../input/resource-version.js';
import { negotiate } from '../output/respond.js';
import { offeredProtocols } from '../output/streams.js';
import { FrameWriter, separate, together } from './frame-writer.js';
import { type StreamChoice, WatchFrames } from './watch-frames.js';
import { watchTrace } from './watch-list-trace.js';
import { pumpWatch } from './watch-pump.js';

const noBytes = Buffer.alloc(0);

export async function watchResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const { request } = context;
  negotiate(context, endpoint);
  const hasWatchLists = endpoint.store.features.isEnabled('WatchList');
  const options = forOneObject(listOptionsOf(request.query, { hasWatchLists }), context);
  const byWebSocket = wantsWebSocket(request);
  const negotiated = negotiateStream(endpoint.codecs, request.header('accept'), endpoint.output.restrictions);
  const output = byWebSocket ? withoutHeads(negotiated) : negotiated;
  const narrowed = narrow(endpoint, context, options);
  const protocols = byWebSocket ? offeredProtocols(request) : [];
  if (byWebSocket && !request.header('origin')) return { status: 403, headers: {}, body: noBytes };
  // A watch accepts any single subprotocol.
  if (protocols.length > 1) return { status: 400, headers: {}, body: noBytes };
  const isWatchList = options.sendInitialEvents === true && options.allowWatchBookmarks === true;
  const trace = watchTrace(endpoint, context, isWatchList);
  const frames = new WatchFrames(endpoint, context, { output, options, late: narrowed.late, trace });
  const open = trace.open(() => openWatch(endpoint, context, { options, narrowed }));
  const timeoutSeconds = timeoutOf(endpoint, options);
  const produce = (sink: ResponseSink): Promise<void> => trace.serve(output, () => write(sink));
  const write = async (sink: ResponseSink): Promise<void> => {
    // Upstream accepts this target, but no event can be converted to a list.
    if (output.target?.kind === 'PartialObjectMetadataList') return;
    const ways = byWebSocket ? { stored: undefined, pieces: separate } : { stored: frames.stored, pieces: together };
    const writer = new FrameWriter({ sink, events: endpoint.watchEvents, ...ways });
    return pumpWatch(open, { frames, writer, timeoutSeconds, clock: endpoint.clock });
  };
  const type = output.codec.mediaType === 'application/json' ? 'text' : 'binary';
  if (byWebSocket) return overWebSocket(request, { type, protocol: protocols[0] ?? '' }, produce);
  return { status: 200, headers: { 'content-type': output.stream.contentType }, body: produce };
}

/** WebSocket messages need no length prefix. */
function withoutHeads(output: StreamChoice): StreamChoice {
  return { ...output, stream: { ...output.stream, head: () => noBytes } };
}

/** The deprecated watch paths name an object, which adds a field selector; another selector must not contradict it. */
function forOneObject(options: ListOptions, { info }: RequestContext): ListOptions {
  const isNamed = info.name !== '' && info.parts.length > 1;
  if (!isNamed) return options;
  const { fieldSelector = '' } = options;
  if (fieldSelector === '') return { ...options, fieldSelector: `metadata.name=${info.name}` };
  const terms = fieldSelector.split(',').map((term) => term.replace('==', '='));
  if (terms.includes(`metadata.name=${info.name}`)) return options;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

/** Waits only if initial events of a revision are requested that is not available yet. */
function openWatch(
  { store }: Endpoint,
  context: RequestContext,
  { options, narrowed: { selection, scope } }: { options: ListOptions; narrowed: Narrowed },
): Promise<CacheWatch> {
  const { resourceVersion = '', sendInitialEvents, allowWatchBookmarks = false } = options;
  const revision = resourceVersion === '' ? 0n : readRevision(resourceVersion);
  const opened = store.watch(scope, {
    ...toCacheSelection(selection),
    ...startOf(revision, sendInitialEvents),
    bookmarks: allowWatchBookmarks,
    // What informers of this process know is as current as its caches.
    isDeferred: !context.isInternal,
    signal: context.request.signal,
    ...(sendInitialEvents === true && revision !== 0n && { notOlderThan: revision }),
  });
  if (!(opened instanceof Promise)) return Promise.resolve(opened);
  // The reader of the response gets the error; without a reader it must not become an unhandled rejection.
  opened.catch(() => undefined);
  return opened;
}

/** Where events start: with the current state, after a revision, or now. */
function startOf(revision: Revision, sendInitialEvents: boolean | undefined): CacheWatchOptions {
  if (sendInitialEvents ?? revision === 0n) return { initialEvents: true };
  return revision === 0n ? {} : { after: revision };
}

/** Between the minimum and twice that, so that clients do not all reconnect at once. */
function timeoutOf({ minRequestTimeoutSeconds, random }: Endpoint, { timeoutSeconds }: ListOptions): number {
  return timeoutSeconds || minRequestTimeoutSeconds * (1 + random());
}
