import { compositeKey, type GroupVersionResource, type JsonObject } from '../../apimachinery/meta/index.js';
import type { ResourceClient, RestClient } from '../rest/index.js';
import type { Indexers } from './indexed-store.js';
import { Informer, type InformerOptions } from './informer.js';
import type { ListWatch, Selection } from './list-watch.js';

/** Options that all informers share. */
export interface SharedInformersOptions
  extends Pick<
    InformerOptions<object>,
    'resyncMilliseconds' | 'useWatchList' | 'backoff' | 'clock' | 'random' | 'onError'
  > {
  readonly client: RestClient;
  /** Unset: all namespaces. */
  readonly namespace?: string | undefined;
  /** Applies to all informers; see `InformerOptions`. */
  readonly transform?: (<Item extends object>(item: Item) => Item) | undefined;
  /** Returns where an informer reads from, given the client of its resource. Unset: the client. */
  readonly sourceOf?: (<Item extends object>(client: ResourceClient<Item>) => ListWatch<Item>) | undefined;
}

/** Which objects an informer has. */
export interface SharedInformerRequest<Item> extends Selection {
  readonly namespace?: string;
  readonly indexers?: Indexers<Item>;
}

/** Shares one informer per resource and selection, so that the server is watched once. */
export class SharedInformers {
  readonly #options: SharedInformersOptions;
  readonly #informers = new Map<string, Informer<JsonObject>>();

  constructor(options: SharedInformersOptions) {
    this.#options = options;
  }

  /** Returns the shared informer, creating it on the first call. Later calls may add indexes. */
  informer<Item extends object = JsonObject>(
    resource: GroupVersionResource,
    { indexers, ...request }: SharedInformerRequest<Item> = {},
  ): Informer<Item> {
    const { namespace = this.#options.namespace ?? '', labelSelector = '', fieldSelector = '' } = request;
    const { group, version, resource: plural } = resource;
    const key = compositeKey(group, version, plural, namespace, labelSelector, fieldSelector);
    const known = this.#informers.get(key) as Informer<Item> | undefined;
    if (known) {
      if (indexers) known.addIndexers(indexers);
      return known;
    }
    const { client, namespace: _namespace, sourceOf, ...options } = this.#options;
    const own = client.resource<Item>(resource, namespace);
    const informer = new Informer<Item>({
      ...options,
      source: sourceOf?.(own) ?? own,
      selection: { labelSelector, fieldSelector },
      indexers,
    });
    this.#informers.set(key, informer as unknown as Informer<JsonObject>);
    return informer;
  }

  /** Returns the informer of all objects of a resource if it has been started. */
  running<Item extends object>({ group, version, resource }: GroupVersionResource): Informer<Item> | undefined {
    const key = compositeKey(group, version, resource, this.#options.namespace ?? '', '', '');
    const informer = this.#informers.get(key) as Informer<Item> | undefined;
    return informer?.isStarted ? informer : undefined;
  }

  /** Starts all informers that have been requested but not started. */
  start(): void {
    for (const informer of this.#informers.values()) informer.start();
  }

  /** Resolves when all requested informers have synced. */
  async synced(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.synced()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.close()));
  }
}
