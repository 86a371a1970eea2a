// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (v1.36)

import { isLargeJson, joinYielding, type negotiateStream } from '../../../apimachinery/codec/index.js';
import {
  initialEventsEndAnnotation,
  isJsonObject,
  type JsonObject,
  type ListOptions,
  type TableOptions,
} from '../../../apimachinery/meta/index.js';
import { all, andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import { statusOf } from '../../../apimachinery/status/index.js';
import type { CacheBatch, Delivery } from '../../../storage/cacher/index.js';
import { forEachYielding } from '../../../storage/cacher/index.js';
import { scopeOf } from '../../metrics/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { wantsStoredBytes } from '../output/respond.js';
import { tableOf, tableOptionsOf } from '../output/table.js';
import { metadataOnly } from '../output/transform.js';
import type { LateSelection } from '../verbs/late-selection.js';
import type { StoredFrames } from './stored-frames.js';
import type { WatchTrace } from './watch-list-trace.js';

export type StreamChoice = ReturnType<typeof negotiateStream>;

/** Number of events that a conversion webhook converts together. */
const conversionBatch = 500;
/** Number of events that are encoded together. */
const encodingBatch = 50;

const eventTypes = { added: 'ADDED', modified: 'MODIFIED', deleted: 'DELETED' } as const;

interface WatchFramesOptions {
  readonly output: StreamChoice;
  readonly options: ListOptions;
  readonly late: LateSelection | undefined;
  readonly trace: WatchTrace;
}

/**
 * Encodes deliveries as frames. Where stored bytes match the negotiated form, each frame is built once for all
 * watchers.
 */
export class WatchFrames {
  /** Set where stored bytes match the negotiated form. */
  readonly stored: StoredFrames | undefined;
  readonly #endpoint: Endpoint;
  readonly #output: StreamChoice;
  readonly #late: LateSelection | undefined;
  readonly #tableOptions: TableOptions;
  readonly #bookmarks: boolean;
  readonly #marksInitialEvents: boolean;
  readonly #onInitialEventsEnd: () => void;
  #hasHeaders = true;

  constructor(endpoint: Endpoint, context: RequestContext, { output, options, late, trace }: WatchFramesOptions) {
    this.#endpoint = endpoint;
    this.#output = output;
    this.#late = late;
    this.#tableOptions = output.target?.kind === 'Table' ? tableOptionsOf(context.request.query) : {};
    const isStoredForm = !late && wantsStoredBytes(endpoint, { ...output, pretty: false });
    this.stored = isStoredForm ? endpoint.storedFrames : undefined;
    this.#bookmarks = options.allowWatchBookmarks ?? false;
    this.#marksInitialEvents = options.sendInitialEvents ?? false;
    const begin = endpoint.clock.monotonic();
    const scope = scopeOf(context.info);
    this.#onInitialEventsEnd = () => {
      endpoint.watchListed(scope, endpoint.clock.monotonic() - begin);
      trace.initialEventsEnded();
    };
  }

  /** Frames of stored bytes are ready synchronously: an event with many watchers does not wait in each of them. */
  *of({ deliveries, bookmark, revision }: CacheBatch): Generator<MaybePromise<readonly Buffer[]>> {
    if (deliveries.length > conversionBatch) {
      yield forEachYielding(deliveries, ({ entry }) => entry.renew(), this.#endpoint).then(() => []);
    }
    if (this.#late || this.#endpoint.resource.definition.convertAll) yield* this.#convertedAhead(deliveries);
    else yield* this.#encoded(deliveries);
    if (!bookmark || !this.#bookmarks) return;
    if (bookmark === 'initial-events-end' && !this.#marksInitialEvents) return;
    if (bookmark === 'initial-events-end') this.#onInitialEventsEnd();
    yield [this.#bookmark(revision, bookmark === 'initial-events-end')];
  }

  error(error: unknown): Buffer {
    return this.#frame('ERROR', statusOf(error) as unknown as JsonObject);
  }

  /** A conversion webhook is called once for many events. */
  *#convertedAhead(deliveries: readonly Delivery[]): Generator<MaybePromise<readonly Buffer[]>> {
    const { resource, version } = this.#endpoint;
    for (let start = 0; start < deliveries.length; start += conversionBatch) {
      let batch: readonly Delivery[] = deliveries.slice(start, start + conversionBatch);
      const ready = this.stored?.framesOf(batch);
      if (ready) {
        yield ready;
        continue;
      }
      const values = batch.map(({ value }) => value);
      yield andThen(resource.convertedAhead(version, values), () => []);
      if (this.#late) {
        yield this.#late.deliveries(batch).then((selected) => {
          batch = selected;
          return [];
        });
      }
      yield* this.#encoded(batch);
    }
  }

  /** In small parts, between which other requests can be served. */
  *#encoded(deliveries: readonly Delivery[]): Generator<MaybePromise<readonly Buffer[]>> {
    if (deliveries.length <= encodingBatch) {
      yield this.#framesOf(deliveries);
      return;
    }
    for (let start = 0; start < deliveries.length; start += encodingBatch) {
      yield this.#framesOf(deliveries.slice(start, start + encodingBatch));
    }
  }

  #framesOf(deliveries: readonly Delivery[]): MaybePromise<Buffer[]> {
    const ready = this.stored?.framesOf(deliveries);
    if (ready) return ready;
    const { resource, version } = this.#endpoint;
    const objects = resource.objectsIn(
      version,
      deliveries.map(({ value }) => value),
    );
    return andThen(objects, (converted) =>
      all(
        converted.map((object, index) => this.#event(eventTypes[deliveries[index]!.type], this.#transformed(object))),
      ),
    );
  }

  #transformed(object: JsonObject): JsonObject {
    const { target } = this.#output;
    if (target?.kind === 'PartialObjectMetadata') return metadataOnly(this.#endpoint, object, target.version);
    if (target?.kind !== 'Table') return object;
    const { resourceVersion } = isJsonObject(object['metadata']) ? object['metadata'] : {};
    const withoutHeaders = !this.#hasHeaders;
    this.#hasHeaders = false;
    return tableOf(this.#endpoint, object, {
      options: this.#tableOptions,
      metaVersion: target.version,
      metadata: resourceVersion === undefined ? {} : { resourceVersion },
      withoutHeaders,
    });
  }

  #bookmark(revision: bigint, isEndOfInitialEvents: boolean): Buffer {
    const { resource, version } = this.#endpoint;
    const annotations = { [initialEventsEndAnnotation]: 'true' };
    const metadata = { resourceVersion: String(revision), ...(isEndOfInitialEvents && { annotations }) };
    return this.#frame('BOOKMARK', this.#transformed({ ...resource.emptyObject(version), metadata }));
  }

  /** Yields to the event loop if the object is large. */
  #event(type: string, object: JsonObject): MaybePromise<Buffer> {
    const { codec } = this.#output;
    if (!codec.encodeInSteps || !isLargeJson(object)) return this.#frame(type, object);
    return joinYielding(codec.encodeInSteps({ type, object })).then((body) => this.#framed(body));
  }

  #frame(type: string, object: JsonObject): Buffer {
    return this.#framed(this.#output.codec.encode({ type, object }));
  }

  #framed(body: Buffer): Buffer {
    const head = this.#output.stream.head(body.length);
    return head.length === 0 ? body : Buffer.concat([head, body]);
  }
}
