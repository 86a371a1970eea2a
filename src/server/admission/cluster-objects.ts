import type { GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';

export interface ClusterObjectsOptions {
  readonly client: RestClient;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A read view of cluster objects for an extension API server. The informer on the main server starts on first use. */
export class ClusterObjects {
  readonly #source;
  readonly #informer: Informer<JsonObject>;
  #isStarted = false;
  #changes = 0;

  constructor(resource: GroupVersionResource, { client, onError }: ClusterObjectsOptions) {
    this.#source = client.resource(resource);
    this.#informer = new Informer({ source: this.#source, onError });
  }

  /** Returns undefined once synced, else a promise that resolves then. Wait for it before calling the other methods. */
  ready(): Promise<void> | undefined {
    if (this.#informer.hasSynced) return undefined;
    if (!this.#isStarted) this.#start();
    return this.#informer.synced();
  }

  /** Incremented with every change. */
  get changes(): number {
    return this.#changes;
  }

  all(): Iterable<JsonObject> {
    return this.#informer.lister.list();
  }

  get({ namespace, name }: { readonly namespace: string; readonly name: string }): JsonObject | undefined {
    return this.#informer.lister.get(name, namespace);
  }

  /**
   * Returns an object of the cluster. One that is missing from the cache may have just been created: it is then read
   * from the main server.
   */
  find(name: string): MaybePromise<JsonObject | undefined> {
    return andThen(
      this.ready() as MaybePromise<void>,
      () => this.get({ namespace: '', name }) ?? this.#source.get(name).catch(undefinedIfMissing),
    );
  }

  async close(): Promise<void> {
    // Callers may be waiting for a sync that will not happen any more; ignore the rejection.
    this.#informer.synced().catch(() => undefined);
    await this.#informer.close();
  }

  #start(): void {
    this.#isStarted = true;
    const count = (): void => {
      this.#changes++;
    };
    this.#informer.addHandler({ added: count, updated: count, deleted: count });
    this.#informer.start();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}
