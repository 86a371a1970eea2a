import { type Clock, every } from '../../../apimachinery/clock/index.js';
import { SerialQueue, shouldYield, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import { methodNotSupported } from '../../../apimachinery/status/index.js';
import { EmbeddedStorage } from '../../../storage/embedded/index.js';
import type {
  CommitResult,
  GetResult,
  KeyValue,
  Operation,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchOptions,
} from '../../../storage/index.js';
import type { ObjectSource } from '../object-source.js';
import type { ObjectRef } from '../object-storage.js';
import type { Resource } from '../resource.js';
import { decodeStored } from '../stored-object.js';
import { SourceEncoding } from './source-encoding.js';

export interface SourceStorageOptions {
  readonly source: ObjectSource;
  readonly clock: Clock;
  readonly newUid: () => string;
  readonly onError: (error: unknown) => void;
}

const defaultPollMilliseconds = 1000;

/**
 * The objects of a source as a storage: a mirror in memory, which gives them revisions and a history. Reads of the
 * current revision list the source first and record the differences; writes call the source before they are recorded.
 * Revisions continue from the time of the start, so that those of an earlier process are old, not unknown.
 */
export class SourceStorage implements Storage {
  readonly #options: SourceStorageOptions;
  readonly #resource: Resource;
  readonly #mirror: EmbeddedStorage;
  readonly #encoding: SourceEncoding;
  readonly #queue = new SerialQueue();
  #following: AbortController | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(resource: Resource, options: SourceStorageOptions) {
    const { clock, newUid } = options;
    this.#options = options;
    this.#resource = resource;
    this.#mirror = EmbeddedStorage.inMemory({ clock, revision: BigInt(clock.now()) });
    this.#encoding = new SourceEncoding(resource, { newUid, now: () => clock.now() });
  }

  get oldestRevision(): Revision {
    return this.#mirror.oldestRevision;
  }

  /** The revision at which the mirror has everything that the source listed after the call. */
  async currentRevision(): Promise<Revision> {
    await this.#refresh();
    return this.#mirror.currentRevision();
  }

  /** The same for one object. */
  async revisionOf(ref: ObjectRef): Promise<Revision> {
    const { source } = this.#options;
    if (!source.get) return this.currentRevision();
    await this.#queue.run(async () => {
      const found = await source.get?.(ref);
      const key = this.#encoding.keyOf(ref);
      const { entry } = await this.#mirror.get(key);
      if (found) await this.#record(key, this.#encoding.encode(found, entry));
      else await this.#forget(key);
    });
    return this.#mirror.currentRevision();
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#mirror.get(key, options);
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#mirror.range(prefix, options);
  }

  watch(prefix: string, options?: WatchOptions): Watch {
    return this.#mirror.watch(prefix, options);
  }

  compact(revision: Revision): Promise<void> {
    return this.#mirror.compact(revision);
  }

  /** Operations are those of a single object. */
  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const [operation] = operations;
    if (!operation || operations.length > 1) throw new Error('a source changes one object at a time');
    return this.#queue.run(async () => {
      const { entry, revision } = await this.#mirror.get(operation.key);
      const { expect } = operation;
      if (expect !== undefined && (entry?.modRevision ?? 0n) !== expect) {
        return { committed: false, revision, current: [entry] };
      }
      if (operation.type === 'put') return this.#put(operation.key, operation.value, entry);
      if (operation.type === 'delete' && entry) {
        await this.#options.source.delete?.(decodeStored(entry.value));
        this.#encoding.forget(operation.key);
      }
      return this.#mirror.commit([operation]);
    });
  }

  /** Follows changes of the source while clients watch. */
  follow(isWatched: boolean): void {
    if (isWatched === (this.#following !== undefined)) return;
    this.#following?.abort();
    this.#following = isWatched ? new AbortController() : undefined;
    if (this.#following) void this.#follow(this.#following.signal);
  }

  async close(): Promise<void> {
    this.follow(false);
    await this.#mirror.close();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { source, clock, onError } = this.#options;
    const refresh = (): Promise<void> => this.#refresh().catch((error) => void (signal.aborted || onError(error)));
    void refresh();
    if (!source.watch) {
      const stop = every(clock, source.pollMilliseconds ?? defaultPollMilliseconds, () => void refresh());
      signal.addEventListener('abort', stop, { once: true });
      return;
    }
    try {
      for await (const _ of source.watch({ signal })) await refresh();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }

  /** Lists the source; callers that come while it is being listed share the next list. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#queue.run(() => {
      this.#refreshing = undefined;
      return this.#list();
    });
    return this.#refreshing;
  }

  async #list(): Promise<void> {
    const objects = await this.#options.source.list();
    const { entries } = await this.#mirror.range(this.#encoding.prefix);
    const before = new Map(entries.map((entry) => [entry.key, entry]));
    for (const object of objects) {
      const key = this.#encoding.keyOf(object.metadata);
      const entry = before.get(key);
      before.delete(key);
      await this.#record(key, this.#encoding.encodeChanged(object, entry));
      if (shouldYield()) await yieldToEventLoop();
    }
    for (const key of before.keys()) await this.#forget(key);
  }

  /** Each object is written at a revision of its own, so that a watch can continue after any event. */
  async #record(key: string, value: Buffer | undefined): Promise<void> {
    if (value) await this.#mirror.commit([{ type: 'put', key, value }]);
  }

  async #forget(key: string): Promise<void> {
    this.#encoding.forget(key);
    await this.#mirror.commit([{ type: 'delete', key }]);
  }

  async #put(key: string, sent: Buffer, entry: KeyValue | undefined): Promise<CommitResult> {
    const { source } = this.#options;
    if (entry && !source.update) throw methodNotSupported(this.#resource.groupResource, 'update');
    const object = decodeStored(sent);
    const written = await (entry ? source.update?.(object, decodeStored(entry.value)) : source.create?.(object));
    const value = (written && this.#encoding.encode(written, { value: sent })) ?? sent;
    this.#encoding.forget(key);
    const result = await this.#mirror.commit([{ type: 'put', key, value }]);
    return result.committed ? { ...result, value } : result;
  }
}
