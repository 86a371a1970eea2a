import type { negotiateStream } from '../../apimachinery/codec/index.js';
import {
  initialEventsEndAnnotation,
  isJsonObject,
  type JsonObject,
  type ListOptions,
  type TableOptions,
} from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import type { CacheBatch, Delivery } from '../../storage/cacher/index.js';
import { takingTurns } from '../../storage/cacher/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import type { LateSelection } from './late-selection.js';
import { wantsStoredBytes } from './respond.js';
import type { StoredFrames } from './stored-frames.js';
import { tableOf, tableOptionsOf } from './table.js';
import { metadataOnly } from './transform.js';

export type StreamChoice = ReturnType<typeof negotiateStream>;

/** Number of events that are converted together. */
const conversionBatch = 500;

const eventTypes = { added: 'ADDED', modified: 'MODIFIED', deleted: 'DELETED' } as const;

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
  #hasHeaders = true;

  constructor(
    endpoint: Endpoint,
    context: RequestContext,
    { output, options, late }: { output: StreamChoice; options: ListOptions; late: LateSelection | undefined },
  ) {
    this.#endpoint = endpoint;
    this.#output = output;
    this.#late = late;
    this.#tableOptions = output.target?.kind === 'Table' ? tableOptionsOf(context.request.query) : {};
    const isStoredForm = !late && wantsStoredBytes(endpoint, { ...output, pretty: false });
    this.stored = isStoredForm ? endpoint.storedFrames : undefined;
    this.#bookmarks = options.allowWatchBookmarks ?? false;
    this.#marksInitialEvents = options.sendInitialEvents ?? false;
  }

  /** Frames of stored bytes are ready synchronously: an event with many watchers does not wait in each of them. */
  *of({ deliveries, bookmark, revision }: CacheBatch): Generator<MaybePromise<readonly Buffer[]>> {
    if (this.#endpoint.resource.isCustom && deliveries.length > conversionBatch) {
      yield takingTurns(deliveries, (delivery) => void delivery.value, this.#endpoint).then(() => []);
    }
    const ready = this.stored?.framesOf(deliveries);
    if (ready) yield ready;
    else {
      for (let start = 0; start < deliveries.length; start += conversionBatch) {
        const batch = deliveries.slice(start, start + conversionBatch);
        yield this.#late
          ? this.#late.deliveries(batch).then((selected) => this.#converted(selected))
          : this.#converted(batch);
      }
    }
    if (!bookmark || !this.#bookmarks) return;
    if (bookmark === 'initial-events-end' && !this.#marksInitialEvents) return;
    yield [this.#bookmark(revision, bookmark === 'initial-events-end')];
  }

  error(error: unknown): Buffer {
    return this.#frame('ERROR', statusOf(error) as unknown as JsonObject);
  }

  /** Converts deliveries in one batch, so that a conversion webhook is called once. */
  async #converted(deliveries: readonly Delivery[]): Promise<Buffer[]> {
    const { resource, version } = this.#endpoint;
    const stored = deliveries.map(({ value }) => value);
    const objects = await resource.objectsIn(version, stored);
    return objects.map((object, index) => this.#frame(eventTypes[deliveries[index]!.type], this.#transformed(object)));
  }

  #transformed(object: JsonObject): JsonObject {
    const { target } = this.#output;
    if (target?.kind === 'PartialObjectMetadata') return metadataOnly(this.#endpoint, object, target.version);
    if (target?.kind !== 'Table') return object;
    const { resourceVersion } = isJsonObject(object['metadata']) ? object['metadata'] : {};
    const withoutHeaders = !this.#hasHeaders;
    this.#hasHeaders = false;
    return tableOf(this.#endpoint, [object], {
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

  #frame(type: string, object: JsonObject): Buffer {
    const body = this.#output.codec.encode({ type, object });
    const head = this.#output.stream.head(body.length);
    return head.length === 0 ? body : Buffer.concat([head, body]);
  }
}
