import type { WatchCreateRequest, WatchResponse } from '../protocol/watch.js';

/** Somebody with an etcd watcher on the shared stream. The hub calls; nothing here may throw or wait. */
export interface WatchTarget {
  /** What to ask etcd for now; asked again after each loss of the stream. */
  request(): Omit<WatchCreateRequest, 'watchId'>;
  /** A new etcd watcher begins: what was received half of the old one is void. */
  attached(): void;
  receive(response: WatchResponse): void;
  /** etcd has ended the watcher; the hub has let go of the target. */
  canceled(response: WatchResponse): void;
}
