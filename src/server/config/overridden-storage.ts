// Follows staging/src/k8s.io/apiserver/pkg/server/storage/storage_factory.go (v1.36)

import { compositeKey, type GroupResource } from '../../apimachinery/meta/index.js';
import type {
  CommitResult,
  GetResult,
  Operation,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchOptions,
} from '../../storage/index.js';

/** The storage of some resources. */
export interface ResourceOverride {
  readonly resource: GroupResource;
  readonly storage: Storage;
}

/** A storage whose resources are elsewhere in part. Its keys of no resource are in the main one. */
export class OverriddenStorage implements Storage {
  readonly #main: Storage;
  readonly #overrides: ReadonlyMap<string, Storage>;

  constructor(main: Storage, overrides: readonly ResourceOverride[]) {
    this.#main = main;
    this.#overrides = new Map(overrides.map(({ resource, storage }) => [keyOf(resource), storage]));
  }

  forResource(resource: GroupResource): Storage {
    return this.#overrides.get(keyOf(resource)) ?? this.#main;
  }

  get oldestRevision(): Revision {
    return this.#main.oldestRevision;
  }

  get knownRevision(): Revision | undefined {
    return this.#main.knownRevision;
  }

  currentRevision(): Promise<Revision> {
    return this.#main.currentRevision();
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#main.get(key, options);
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#main.range(prefix, options);
  }

  commit(operations: readonly Operation[]): Promise<CommitResult> {
    return this.#main.commit(operations);
  }

  watch(prefix: string, options?: WatchOptions): Watch {
    return this.#main.watch(prefix, options);
  }

  compact(revision: Revision): Promise<void> {
    return this.#main.compact(revision);
  }

  /** The storages are closed where they were opened. */
  async close(): Promise<void> {}
}

/** Events of both groups are the same objects, which are those of the core group. */
function keyOf({ group, resource }: GroupResource): string {
  return compositeKey(group === 'events.k8s.io' && resource === 'events' ? '' : group, resource);
}
