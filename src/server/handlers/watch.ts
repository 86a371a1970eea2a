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

/** A watch accepts any single subprotocol. The one that carries a bearer token does not count. */
function offeredProtocols(request: ApiRequest): string[] {
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim());
  return offered.filter((each) => each !== '' && !each.startsWith(webSocketProtocolPrefix));
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

/**
 * Starts the watch immediately, so that no event from here on is missed. Waits only if the requested revision is not
 * available yet.
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
  // The reader of the response gets the error; without a reader it must not become an unhandled rejection.
  waiting.catch(() => undefined);
  return waiting;
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
