import {
  type ApiList,
  type GroupVersionResource,
  initialEventsEndAnnotation,
  type WatchEvent,
} from '../apimachinery/meta/index.js';
import type { ListWatch } from '../client/informer/index.js';
import type { CallOptions, ResourceClient, SelectOptions } from '../client/rest/index.js';

/** Whether a resource has objects, without a request. */
export interface ResourceContent {
  /** Whether there are objects, or may be. */
  hasObjects(): Promise<boolean>;
  /** Calls back once there is an object, or may be. Returns a function that cancels it. */
  onFirstObject(callback: () => void): () => void;
}

/** Returns undefined for resources that are watched at once. */
export type ContentOf = (resource: GroupVersionResource) => ResourceContent | undefined;

type Options = SelectOptions & CallOptions;

/** Any that a server can have reached: the watch continues with all objects there are. */
const earliestVersion = '1';

/** A source that does not send requests to the server before there are objects. An informer of it has synced at once. */
export function deferredSource<Item extends object>(
  client: ResourceClient<Item>,
  content: ResourceContent,
): ListWatch<Item> {
  return {
    async list(options) {
      return (await content.hasObjects()) ? client.list(options) : emptyList();
    },
    async *pages(options) {
      if (await content.hasObjects()) yield* client.pages(options);
      else yield emptyList<Item>();
    },
    async *watch(options = {}) {
      // What was deleted since any other version still has to be read.
      const { sendInitialEvents, resourceVersion, signal } = options;
      if (!sendInitialEvents && resourceVersion !== earliestVersion) {
        yield* client.watch(options);
        return;
      }
      if (!(await content.hasObjects())) {
        if (sendInitialEvents) yield initialEventsEnd<Item>();
        await firstObjectOf(content, signal);
      }
      if (!signal?.aborted) yield* client.watch(fromTheBeginning(options));
    },
  };
}

/** Also resolves when the signal is aborted. */
function firstObjectOf(content: ResourceContent, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      cancel();
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
    const cancel = content.onFirstObject(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    if (signal?.aborted) stop();
  });
}

/** All objects are new. */
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
