import type { GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';

export interface ClusterObjectsOptions {
  readonly client: RestClient;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Objects of a cluster, for a server that extends it and decides by them. The main server is followed from when somebody
 * first wants to know them.
 */
export class ClusterObjects {
  readonly #source;
  readonly #informer: Informer<JsonObject>;
  #isStarted = false;
  #changes = 0;

  constructor(resource: GroupVersionResource, { client, onError }: ClusterObjectsOptions) {
    this.#source = client.resource(resource);
    this.#informer = new Informer({ source: this.#source, onError });
  }

  /** Undefined, or resolves, when they are known: to be waited for before anything else is asked. */
  ready(): Promise<void> | undefined {
    if (this.#informer.hasSynced) return undefined;
    if (!this.#isStarted) this.#start();
    return this.#informer.synced();
  }

  /** Another number whenever something has changed. */
  get changes(): number {
    return this.#changes;
  }

  all(): Iterable<JsonObject> {
    return this.#informer.lister.list();
  }

  get({ namespace, name }: { readonly namespace: string; readonly name: string }): JsonObject | undefined {
    return this.#informer.lister.get(name, namespace);
  }

  /** An object of the cluster; one that is missing may have been made just now: then the main server is asked. */
  find(name: string): MaybePromise<JsonObject | undefined> {
    return andThen(
      this.ready() as MaybePromise<void>,
      () => this.get({ namespace: '', name }) ?? this.#source.get(name).catch(undefinedIfMissing),
    );
  }

  async close(): Promise<void> {
    // Nobody may be waiting for what now never comes.
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
