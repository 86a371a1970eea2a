import {
  type ApiList,
  type GroupVersionResource,
  initialEventsEndAnnotation,
  type WatchEvent,
} from '../apimachinery/meta/index.js';
import type { ListWatch } from '../client/informer/index.js';
import type { CallOptions, ResourceClient, SelectOptions } from '../client/rest/index.js';

/** Whether a resource has been used since the server was started. */
export interface ResourceUse {
  /** Whether there may be objects. */
  isUsed(): Promise<boolean>;
  /** Calls back once, on the first use. */
  onUse(used: () => void): void;
}

/** Returns undefined for resources that are watched at once. */
export type UseOf = (resource: GroupVersionResource) => ResourceUse | undefined;

type Options = SelectOptions & CallOptions;

/** Any that a server can have reached: the watch continues with all objects there are. */
const earliestVersion = '1';

/**
 * A source that is empty, and does not bother the server, until there may be objects. An informer of it has synced at
 * once.
 */
export function deferredSource<Item extends object>(client: ResourceClient<Item>, use: ResourceUse): ListWatch<Item> {
  return {
    async list(options) {
      return (await use.isUsed()) ? client.list(options) : emptyList();
    },
    async *pages(options) {
      if (await use.isUsed()) yield* client.pages(options);
      else yield emptyList<Item>();
    },
    async *watch(options = {}) {
      const used = firstUse(use, options.signal);
      if (await use.isUsed()) {
        yield* client.watch(options);
        return;
      }
      if (options.sendInitialEvents) yield initialEventsEnd<Item>();
      await used;
      if (!options.signal?.aborted) yield* client.watch(fromTheBeginning(options));
    },
  };
}

/** Also resolves when the signal is aborted. */
function firstUse(use: ResourceUse, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    use.onUse(resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
}

/** There were no objects: all of them are new. */
function fromTheBeginning(options: Options): Options {
  const { resourceVersion: _none, ...rest } = options;
  return { ...rest, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true };
}

function emptyList<Item extends object>(): ApiList<Item> {
  return { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: earliestVersion }, items: [] };
}

function initialEventsEnd<Item extends object>(): WatchEvent<Item> {
  const metadata = { resourceVersion: earliestVersion, annotations: { [initialEventsEndAnnotation]: 'true' } };
  // A bookmark has metadata alone, whatever the kind.
  return { type: 'BOOKMARK', object: { metadata } as unknown as Item };
}
