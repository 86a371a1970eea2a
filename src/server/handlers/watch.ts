import { negotiateStream } from '../../apimachinery/codec/index.js';
import type { ListOptions } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { CacheWatch, CacheWatchOptions } from '../../storage/cacher/index.js';
import type { Revision } from '../../storage/index.js';
import { webSocketProtocolPrefix } from '../authentication/index.js';
import { type ApiRequest, type ApiResponse, overWebSocket, type ResponseSink, wantsWebSocket } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { FrameWriter, separate, together } from './frame-writer.js';
import { listOptionsOf, type Narrowed, narrow, toCacheSelection } from './list-options.js';
import { readRevision } from './resource-version.js';
import { negotiate, restrictionsOf } from './respond.js';
import { type StreamChoice, WatchFrames } from './watch-frames.js';
import { pumpWatch } from './watch-pump.js';

const noBytes = Buffer.alloc(0);

export async function watchResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const { request } = context;
  negotiate(context, endpoint);
  const options = forOneObject(listOptionsOf(request.query), context);
  const byWebSocket = wantsWebSocket(request);
  const negotiated = negotiateStream(endpoint.codecs, request.header('accept'), restrictionsOf(endpoint));
  const output = byWebSocket ? withoutHeads(negotiated) : negotiated;
  const narrowed = narrow(endpoint, context, options);
  const protocols = byWebSocket ? offeredProtocols(request) : [];
  if (byWebSocket && !request.header('origin')) return { status: 403, headers: {}, body: noBytes };
  if (protocols.length > 1) return { status: 400, headers: {}, body: noBytes };
  const frames = new WatchFrames(endpoint, context, { output, options, late: narrowed.late });
  const open = openWatch(endpoint, context, { options, narrowed });
  const timeoutSeconds = timeoutOf(endpoint, options);
  const produce = async (sink: ResponseSink): Promise<void> => {
    // No event has a list in it: there is none that could be told.
    if (output.target?.kind === 'PartialObjectMetadataList') return;
    const ways = byWebSocket ? { stored: undefined, pieces: separate } : { stored: frames.stored, pieces: together };
    const writer = new FrameWriter({ sink, events: endpoint.watchEvents, ...ways });
    return pumpWatch(open, { frames, writer, timeoutSeconds, clock: endpoint.clock });
  };
  const type = output.codec.mediaType === 'application/json' ? 'text' : 'binary';
  if (byWebSocket) return overWebSocket(request, { type, protocol: protocols[0] ?? '' }, produce);
  return { status: 200, headers: { 'content-type': output.stream.contentType }, body: produce };
}

/** A watch speaks whatever protocol it is offered, if that is one; what a token came in is none. */
function offeredProtocols(request: ApiRequest): string[] {
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim());
  return offered.filter((each) => each !== '' && !each.startsWith(webSocketProtocolPrefix));
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
      isPatient: true,
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
function timeoutOf({ minRequestTimeoutSeconds, random }: Endpoint, { timeoutSeconds }: ListOptions): number {
  return timeoutSeconds || minRequestTimeoutSeconds * (1 + random());
}
