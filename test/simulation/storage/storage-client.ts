import type { KeyValue, Operation, RangeOptions, Revision, Storage } from '../../../src/storage/index.js';
import { isStorageError } from '../../../src/storage/index.js';
import { Violation } from '../engine/scheduler.js';
import { Crashed, type SimulatedProcess } from '../engine/simulated-process.js';
import type { Model } from './model.js';

/** A server: calls reject with `Crashed` when it dies. */
export interface Server {
  readonly process: SimulatedProcess;
  readonly storage: Storage;
}

export interface ClientOptions {
  readonly name: string;
  readonly model: Model;
  /** The process of the client itself; it does not crash. */
  readonly home: SimulatedProcess;
  /** Waits for a running server. */
  readonly server: () => Promise<Server>;
  readonly keys: readonly string[];
  /** Keys that are written, but not read. */
  readonly foreignKeys: readonly string[];
  readonly operations: number;
}

/** Errors after which nothing was done, and those after which a write may or may not have happened. */
const refusals = new Set(['out-of-space', 'closed']);

/** Performs one operation after another, chosen by the seed, and checks each result against the model. */
export class StorageClient {
  readonly #options: ClientOptions;
  #count = 0;
  /** The current operation, for runs that do not end. */
  doing = 'has not begun';

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get #random() {
    return this.#options.home.scheduler.random;
  }

  async run(): Promise<void> {
    const { name, home, operations } = this.#options;
    for (let index = 0; index < operations; index++) {
      await home.pause(`${name} goes on`);
      await this.#act(await this.#options.server());
    }
    this.doing = 'has ended';
  }

  async #act(server: Server): Promise<void> {
    const kind = this.#random.below(100);
    try {
      if (kind < 50) await this.#write(server);
      else if (kind < 62) await this.#get(server);
      else if (kind < 80) await this.#range(server);
      else if (kind < 88) await this.#pages(server);
      else if (kind < 94) await this.#currentRevision(server);
      else await this.#compact(server);
    } catch (error) {
      if (error instanceof Crashed || isStorageError(error, 'unavailable') || isStorageError(error, 'closed')) return;
      throw error;
    }
  }

  #call<Result>({ process, storage }: Server, doing: string, work: (storage: Storage) => Promise<Result>) {
    this.doing = `${doing} at ${process.name}`;
    process.scheduler.trace(() => `${this.#options.name}: ${this.doing}`);
    return process.call(() => work(storage));
  }

  async #write(server: Server): Promise<void> {
    const { model, name } = this.#options;
    const id = `${name}-${++this.#count}`;
    const operations = this.#operationsOf(id);
    const ticket = model.begin(id, operations);
    try {
      const story = () =>
        operations.map(({ type, key, expect }) => `${type} ${key}${expect === undefined ? '' : ` if ${expect}`}`);
      const result = await this.#call(server, `${id}: ${story().join(', ')}`, (storage) => storage.commit(operations));
      model.answered(ticket, result);
    } catch (error) {
      if (isStorageError(error) && refusals.has(error.code)) return model.refused(ticket);
      throw error;
    }
  }

  #operationsOf(id: string): Operation[] {
    const { foreignKeys } = this.#options;
    const keys = this.#random.chance(0.15) ? foreignKeys : this.#options.keys;
    const wanted = this.#random.chance(0.8) ? 1 : 2;
    const chosen = new Set<string>();
    while (chosen.size < wanted) chosen.add(this.#random.pick(keys));
    return [...chosen].map((key, index) => this.#operation(key, `${id}:${index}`));
  }

  #operation(key: string, value: string): Operation {
    const kind = this.#random.below(10);
    const expect = this.#expectation(key);
    const expectation = expect === undefined ? {} : { expect };
    if (kind < 6) {
      const ttl = this.#random.chance(0.15) ? { ttlSeconds: this.#random.between(1, 20) } : {};
      return { type: 'put', key, value: Buffer.from(value), ...expectation, ...ttl };
    }
    if (kind < 9) return { type: 'delete', key, ...expectation };
    return { type: 'check', key, expect: expect ?? 0n };
  }

  #expectation(key: string): Revision | undefined {
    const live = this.#options.model.now.get(key)?.modRevision ?? 0n;
    const kind = this.#random.below(10);
    if (kind < 3) return undefined;
    if (kind < 8) return live;
    return kind < 9 ? 0n : live + 1n;
  }

  async #get(server: Server): Promise<void> {
    const { model, keys } = this.#options;
    const key = this.#random.pick(keys);
    const requested = this.#oldRevision();
    const { floor } = model;
    await this.#reading(requested, async () => {
      const options = requested === undefined ? {} : { revision: requested };
      const { revision, entry } = await this.#call(server, `get ${key} ${requested ?? ''}`, (each) =>
        each.get(key, options),
      );
      this.#checkRevision(revision, { requested, floor });
      model.compare(key, entry, model.at(revision).get(key));
    });
  }

  async #range(server: Server): Promise<void> {
    const requested = this.#oldRevision();
    const options: RangeOptions = {
      ...(requested !== undefined && { revision: requested }),
      ...(this.#random.chance(0.4) && { limit: this.#random.between(1, 4) }),
      ...(this.#random.chance(0.3) && { startKey: this.#random.pick(this.#options.keys) }),
      ...(this.#random.chance(0.3) && { count: true }),
      ...(this.#random.chance(0.2) && { keysOnly: true }),
    };
    await this.#reading(requested, async () => void (await this.#page(server, this.#prefix(), options)));
  }

  /** A paginated list has one revision, whatever is written in between. */
  async #pages(server: Server): Promise<void> {
    const { home, name } = this.#options;
    const prefix = this.#prefix();
    let options: RangeOptions = { limit: this.#random.between(1, 3) };
    for (;;) {
      const requested = options.revision;
      const page = await this.#reading(requested, () => this.#page(server, prefix, options));
      if (!page?.more) return;
      options = { ...options, revision: page.revision, startKey: `${page.entries.at(-1)!.key}\0` };
      await home.pause(`${name} reads on`);
    }
  }

  async #page(server: Server, prefix: string, options: RangeOptions) {
    const { model } = this.#options;
    const { floor } = model;
    const { revision: requested, startKey = prefix, limit = 0, count = false, keysOnly = false } = options;
    const text = JSON.stringify({ ...options, revision: requested?.toString() });
    const found = await this.#call(server, `range ${prefix} ${text}`, (storage) => storage.range(prefix, options));
    this.#checkRevision(found.revision, { requested, floor });
    const all = [...model.at(found.revision)].filter(([key]) => key.startsWith(prefix) && key >= startKey);
    const wanted = all.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit || undefined);
    const show = (entries: readonly string[]) => entries.join(' ');
    const keys = show(found.entries.map(({ key }: KeyValue) => key));
    if (keys !== show(wanted.map(([key]) => key))) {
      throw new Violation(
        `${this.doing}: [${keys}] at ${found.revision}; should be [${show(wanted.map(([key]) => key))}]`,
      );
    }
    for (const [index, [key, entry]] of wanted.entries()) model.compare(key, found.entries[index], entry, keysOnly);
    if (found.more !== all.length > wanted.length) throw new Violation(`${this.doing}: more is ${found.more}`);
    if (count && found.count !== all.length)
      throw new Violation(`${this.doing}: counts ${found.count} of ${all.length}`);
    return found;
  }

  async #currentRevision(server: Server): Promise<void> {
    const { floor } = this.#options.model;
    const revision = await this.#call(server, 'current revision', (storage) => storage.currentRevision());
    this.#checkRevision(revision, { requested: undefined, floor });
  }

  async #compact(server: Server): Promise<void> {
    const { model } = this.#options;
    const revision = this.#oldRevision() ?? model.floor;
    model.giveUp(revision);
    try {
      await this.#call(server, `compact ${revision}`, (storage) => storage.compact(revision));
    } catch (error) {
      if (!isStorageError(error, 'compacted') && !isStorageError(error, 'out-of-space')) throw error;
    }
  }

  /** A `compacted` error is a violation only if the revision has not been compacted. */
  async #reading<Result>(requested: Revision | undefined, read: () => Promise<Result>): Promise<Result | undefined> {
    const { model } = this.#options;
    try {
      return await read();
    } catch (error) {
      if (!isStorageError(error, 'compacted')) throw error;
      if (requested === undefined || requested >= model.compacted) {
        throw new Violation(`${this.doing}: ${requested} is said to be compacted; given up is ${model.compacted}`);
      }
      return undefined;
    }
  }

  #checkRevision(revision: Revision, { requested, floor }: { requested: Revision | undefined; floor: Revision }): void {
    if (requested !== undefined && revision !== requested)
      throw new Violation(`${this.doing}: answered at ${revision}`);
    if (requested === undefined && revision < floor) {
      throw new Violation(`${this.doing}: answered at ${revision} after ${floor} was known`);
    }
    this.#options.model.saw(revision);
  }

  #prefix(): string {
    return this.#random.pick(['/things/', '/things/a/', '/things/b/']);
  }

  #oldRevision(): Revision | undefined {
    const { model } = this.#options;
    if (this.#random.chance(0.5)) return undefined;
    const back = BigInt(this.#random.below(12));
    return model.floor > back ? model.floor - back : 1n;
  }
}
