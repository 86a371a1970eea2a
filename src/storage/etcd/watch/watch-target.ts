import type { WatchCreateRequest, WatchResponse } from '../protocol/watch.js';

/** A user of the shared stream with its own etcd watcher. Called by the hub; methods must not throw or block. */
export interface WatchTarget {
  /** Returns the watch request; called again after each loss of the stream. */
  request(): Omit<WatchCreateRequest, 'watchId'>;
  /** Called when a new etcd watcher starts: partial responses of the old one are void. */
  attached(): void;
  receive(response: WatchResponse): void;
  /** Called when etcd has cancelled the watcher; the hub has dropped the target. */
  canceled(response: WatchResponse): void;
}
