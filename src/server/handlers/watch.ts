import { negotiateStream, resourceRestrictions } from '../../apimachinery/codec/index.js';
import { initialEventsEndAnnotation, type JsonObject, type ListOptions } from '../../apimachinery/meta/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import type { CacheBatch, CacheWatch, Delivery } from '../../storage/cacher/index.js';
import type { ApiResponse, ResponseSink } from '../http/index.js';
import { decodeStored, toStatusError } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { selectionOf, toCacheSelection } from './list.js';
import { listOptionsOf } from './request-options.js';
import { parseResourceVersion } from './resource-version.js';
import { wantsStoredBytes } from './respond.js';
import { metadataOnly, tableOf, tableOptionsOf } from './transform.js';

const eventTypes = { added: 'ADDED', modified: 'MODIFIED', deleted: 'DELETED' } as const;

export async function watchResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const { request } = context;
  const output = negotiateStream(endpoint.codecs, request.header('accept'), resourceRestrictions({ hasTable: true }));
  const options = listOptionsOf(request.query);
  const watch = startWatch(endpoint, context, options);
  const frames = new WatchFrames(endpoint, context, { output, options });
  return {
    status: 200,
    headers: { 'content-type': output.stream.contentType },
    body: (sink) => pump(watch, frames, { sink, timeoutSeconds: timeoutOf(endpoint, options) }),
  };
}

function startWatch(endpoint: Endpoint, { info, request }: RequestContext, options: ListOptions): CacheWatch {
  const { store } = endpoint;
  const selection = selectionOf(endpoint, options);
  const { resourceVersion = '', sendInitialEvents, allowWatchBookmarks = false } = options;
  const after = resourceVersion === '' ? 0n : parseResourceVersion(resourceVersion);
  const initialEvents = sendInitialEvents ?? after === 0n;
  const scope =
    info.name === '' || !store.resource.isNamespaced
      ? { prefix: store.prefix(info.namespace) }
      : scopeOf(endpoint, info);
  return store.cacher.watchChanges(scope, {
    ...(!selection.isEmpty && { selection: toCacheSelection(selection) }),
    ...(!initialEvents && after > 0n && { after }),
    initialEvents,
    bookmarks: allowWatchBookmarks,
    signal: request.signal,
  });
}

function scopeOf({ store }: Endpoint, info: { namespace: string; name: string }): { key: string } | { prefix: string } {
  return info.namespace === '' ? { prefix: store.prefix() } : { key: store.key(info) };
}

/** Between the minimum and twice that, so that clients do not come back all at once. */
function timeoutOf({ minRequestTimeoutSeconds }: Endpoint, { timeoutSeconds }: ListOptions): number {
  return timeoutSeconds || minRequestTimeoutSeconds * (1 + Math.random());
}

/** Writes what the watch delivers until the client goes, the time is up, or the watch fails. */
async function pump(
  watch: CacheWatch,
  frames: WatchFrames,
  { sink, timeoutSeconds }: { sink: ResponseSink; timeoutSeconds: number },
): Promise<void> {
  const timer = setTimeout(() => void watch.return(), timeoutSeconds * 1000);
  const stop = (): void => void watch.return();
  sink.closed.addEventListener('abort', stop, { once: true });
  try {
    for await (const batch of watch) {
      for await (const frame of frames.of(batch)) if (!sink.write(frame)) await sink.drained();
    }
  } catch (error) {
    sink.write(frames.error(toStatusError(error)));
  } finally {
    clearTimeout(timer);
    sink.closed.removeEventListener('abort', stop);
  }
}

/** Makes frames of deliveries: of the stored bytes where these are what the client wants, and then once for everybody. */
class WatchFrames {
  readonly #endpoint: Endpoint;
  readonly #context: RequestContext;
  readonly #output: ReturnType<typeof negotiateStream>;
  readonly #isStoredForm: boolean;
  readonly #bookmarks: boolean;
  readonly #initialEvents: boolean;

  constructor(
    endpoint: Endpoint,
    context: RequestContext,
    { output, options }: { output: ReturnType<typeof negotiateStream>; options: ListOptions },
  ) {
    this.#endpoint = endpoint;
    this.#context = context;
    this.#output = output;
    this.#isStoredForm = wantsStoredBytes(endpoint, output);
    this.#bookmarks = options.allowWatchBookmarks ?? false;
    this.#initialEvents = options.sendInitialEvents ?? false;
  }

  async *of({ deliveries, bookmark, revision }: CacheBatch): AsyncGenerator<Buffer> {
    for (const delivery of deliveries) {
      yield this.#isStoredForm ? delivery.encodedAs('json', jsonFrame) : await this.#converted(delivery);
    }
    if (!bookmark || !this.#bookmarks) return;
    if (bookmark === 'initial-events-end' && !this.#initialEvents) return;
    yield this.#bookmark(revision, bookmark === 'initial-events-end');
  }

  error(error: unknown): Buffer {
    return this.#frame('ERROR', statusOf(error) as unknown as JsonObject);
  }

  async #converted(delivery: Delivery): Promise<Buffer> {
    const object = await this.#endpoint.resource.convert(decodeStored(delivery.value), this.#endpoint.version);
    return this.#frame(eventTypes[delivery.type], this.#transformed(object));
  }

  #transformed(object: JsonObject): JsonObject {
    const { target } = this.#output;
    if (target?.kind === 'Table') {
      return tableOf(this.#endpoint, [object], {
        options: tableOptionsOf(this.#context.request.query),
        version: target.version,
      });
    }
    return target ? metadataOnly(object, target.version) : object;
  }

  #bookmark(revision: bigint, isEndOfInitialEvents: boolean): Buffer {
    const { apiVersion, resource } = this.#endpoint;
    const annotations = { [initialEventsEndAnnotation]: 'true' };
    const metadata = { resourceVersion: String(revision), ...(isEndOfInitialEvents && { annotations }) };
    return this.#frame('BOOKMARK', this.#transformed({ kind: resource.definition.kind, apiVersion, metadata }));
  }

  #frame(type: string, object: JsonObject): Buffer {
    const body = this.#output.codec.encode({ type, object });
    const head = this.#output.stream.head(body.length);
    return head.length === 0 ? body : Buffer.concat([head, body]);
  }
}

const frameEnd = Buffer.from('}\n');
const frameStarts = {
  added: Buffer.from('{"type":"ADDED","object":'),
  modified: Buffer.from('{"type":"MODIFIED","object":'),
  deleted: Buffer.from('{"type":"DELETED","object":'),
};

function jsonFrame({ type, value }: Delivery): Buffer {
  return Buffer.concat([frameStarts[type], value, frameEnd]);
}
