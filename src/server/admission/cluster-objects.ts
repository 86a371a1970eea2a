import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import type { GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { isNotFound, serviceUnavailable } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';

export interface ClusterObjectsOptions {
  readonly client: RestClient;
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** How long a request waits for the objects of the cluster, as in upstream's plug-ins. */
const readyMilliseconds = 10_000;

/** A read view of cluster objects for an extension API server. The informer on the main server starts on first use. */
export class ClusterObjects {
  readonly #source;
  readonly #informer: Informer<JsonObject>;
  readonly #plural: string;
  readonly #clock: Clock;
  #isStarted = false;
  #changes = 0;

  constructor(resource: GroupVersionResource, { client, onError, clock = systemClock }: ClusterObjectsOptions) {
    this.#plural = resource.resource;
    this.#clock = clock;
    this.#source = client.resource(resource);
    this.#informer = new Informer({ source: this.#source, onError });
  }

  /**
   * Returns undefined once synced, else a promise that resolves then, and rejects if that takes too long: the server
   * may not be allowed to list the objects. Wait for it before calling the other methods.
   */
  ready(): Promise<void> | undefined {
    if (this.#informer.hasSynced) return undefined;
    if (!this.#isStarted) this.#start();
    return this.#syncedInTime();
  }

  async #syncedInTime(): Promise<void> {
    const message = `not yet ready to handle request: the ${this.#plural} of the cluster have not been read`;
    let cancel: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = this.#clock.after(readyMilliseconds, () => reject(serviceUnavailable(message)));
    });
    try {
      await Promise.race([this.#informer.synced(), late]);
    } finally {
      cancel();
    }
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
