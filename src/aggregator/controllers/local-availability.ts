import type { Informer } from '../../client/informer/index.js';
import { ExponentialPerItem, runController, WorkQueue } from '../../client/workqueue/index.js';
import { type ApiService, localAvailability, nameOf } from '../api-service/index.js';
import type { StatusWriter } from './status-writer.js';

export interface LocalAvailabilityOptions {
  readonly informer: Informer<ApiService>;
  readonly statuses: StatusWriter;
}

const workers = 5;

/** Marks APIServices that the chain serves itself as always available. */
export class LocalAvailability {
  readonly #options: LocalAvailabilityOptions;
  readonly #queue = new WorkQueue<string>({
    rateLimiter: new ExponentialPerItem({ firstMilliseconds: 5, limitMilliseconds: 30_000 }),
  });
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LocalAvailabilityOptions) {
    this.#options = options;
  }

  start(): void {
    const add = (apiService: ApiService): void => this.#queue.add(nameOf(apiService));
    this.#options.informer.addHandler({ added: add, updated: (_old, one) => add(one), deleted: add });
    this.#running = runController({
      queue: this.#queue,
      workers,
      reconcile: (name) => this.#reconcile(name),
      signal: this.#end.signal,
      onError: () => {},
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #reconcile(name: string): Promise<void> {
    const { informer, statuses } = this.#options;
    const apiService = informer.lister.get(name);
    if (!apiService) statuses.forget(name);
    else if (!apiService.spec.service) await statuses.write(apiService, localAvailability);
  }
}
