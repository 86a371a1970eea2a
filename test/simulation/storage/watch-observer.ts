import { isStorageError, type Revision, type WatchBatch } from '../../../src/storage/index.js';
import { Violation } from '../engine/scheduler.js';
import { Crashed, type SimulatedProcess } from '../engine/simulated-process.js';
import type { Model } from './model.js';
import type { Server } from './storage-client.js';

export interface ObserverOptions {
  readonly name: string;
  readonly model: Model;
  readonly home: SimulatedProcess;
  readonly server: () => Promise<Server>;
  readonly prefix: string;
  readonly previous: boolean;
  /** The probability of a delay before the next batch, and of a reconnect. */
  readonly slowness: number;
  readonly restlessness: () => number;
}

/**
 * Watches a prefix during the whole simulation, across all interruptions, and expects every event of the model: in
 * order, and exactly once.
 */
export class WatchObserver {
  readonly #options: ObserverOptions;
  readonly #ending = new AbortController();
  /** Everything up to this revision has been seen. */
  #position: Revision;

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#position = options.model.floor;
  }

  get hasSeenEverything(): boolean {
    const { model, prefix } = this.#options;
    return model.eventsBetween(prefix, this.#position, model.revision).length === 0;
  }

  get story(): string {
    return `${this.#options.name} of ${this.#options.prefix} is at ${this.#position}`;
  }

  end(): void {
    this.#ending.abort();
  }

  async run(): Promise<void> {
    const { home, name } = this.#options;
    while (!this.#ending.signal.aborted) {
      await home.pause(`${name} begins to watch`);
      const server = await this.#options.server();
      if (this.#ending.signal.aborted) return;
      try {
        await this.#watch(server);
      } catch (error) {
        if (isStorageError(error, 'compacted')) this.#loseHistory();
        else if (
          !(error instanceof Crashed) &&
          !isStorageError(error, 'closed') &&
          !isStorageError(error, 'unavailable')
        ) {
          throw error;
        }
      }
    }
  }

  async #watch({ process, storage }: Server): Promise<void> {
    const { home, name, prefix, previous, slowness, restlessness } = this.#options;
    const { random } = home.scheduler;
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.#ending.signal]);
    home.scheduler.trace(() => `${name}: watch ${prefix} after ${this.#position} at ${process.name}`);
    const watch = storage.watch(prefix, { after: this.#position, previous, signal });
    const batches = watch[Symbol.asyncIterator]();
    for (;;) {
      if (random.chance(0.1)) watch.requestProgress();
      const { done, value } = await process.call(() => batches.next());
      if (done) return;
      this.#check(value);
      if (random.chance(restlessness())) return own.abort();
      if (random.chance(slowness)) await home.pause(`${name} has read a batch`);
    }
  }

  #check({ revision, events }: WatchBatch): void {
    const { model, prefix, home, name } = this.#options;
    home.scheduler.trace(() => `${name}: ${events.length} events up to ${revision}`);
    if (revision > model.revision) throw new Violation(`${this.story} and got a batch of ${revision}, not durable yet`);
    if (revision < this.#position) throw new Violation(`${this.story} and got a batch of ${revision}`);
    const expected = model.eventsBetween(prefix, this.#position, revision);
    events.forEach((event, index) => {
      if (!expected[index]) throw new Violation(`${this.story} and got an event too many up to ${revision}`);
      model.compareEvent(event, expected[index]!);
    });
    if (expected.length > events.length) {
      const { revision: missing, change } = expected[events.length]!;
      throw new Violation(`${this.story} and did not get ${change.key}@${missing} in a batch up to ${revision}`);
    }
    this.#position = revision;
    model.saw(revision);
  }

  /** The watcher starts over after a list. */
  #loseHistory(): void {
    const { model, home, name } = this.#options;
    if (this.#position >= model.compacted)
      throw new Violation(`${this.story} and is too old, but nobody compacted that`);
    home.scheduler.trace(() => `${name}: begins anew`);
    this.#position = model.floor;
  }
}
