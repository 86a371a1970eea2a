import { EmbeddedStorage } from '../../../src/storage/embedded/index.js';
import type { LedgerChange, Version } from '../../../src/storage/embedded/ledger.js';
import type { Revision } from '../../../src/storage/index.js';
import type { Scheduler } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import type { Machine } from './machine.js';
import { type DiskFaults, SimulatedDisk, type SimulatedLedger } from './simulated-disk.js';

/** The store in its process. */
export interface Engine {
  readonly process: SimulatedProcess;
  readonly storage: EmbeddedStorage;
  readonly ledger: SimulatedLedger;
}

export interface StoreHostOptions {
  readonly scheduler: Scheduler;
  /** The name of its processes. */
  readonly name: string;
  readonly faults: DiskFaults;
  /** Called when the versions of one revision are durable. */
  readonly onDurable: (revision: Revision, versions: readonly Version[]) => void;
}

/** A machine with a disk and a wall clock, and the embedded store on it, which crashes and restarts. */
export class StoreHost implements Machine {
  readonly #options: StoreHostOptions;
  readonly #disk: SimulatedDisk;
  readonly #historyMilliseconds: number;
  /** When each revision became durable. */
  readonly #times: { readonly time: number; readonly revision: Revision }[] = [];
  #last: Engine | undefined;
  #born = 0;
  /** How far the wall clock is ahead, and the latest time that it has shown. */
  #ahead = 0;
  #latest = 0;
  engine: Engine | undefined;

  constructor(options: StoreHostOptions) {
    this.#options = options;
    this.#historyMilliseconds = options.scheduler.random.pick([200, 2000, 3_600_000]);
    this.#disk = new SimulatedDisk((change) => this.#durable(change));
  }

  async open(): Promise<Engine> {
    const { name, faults } = this.#options;
    const process = this.process(name);
    const ledger = this.#disk.open(process, faults);
    const { clock } = process;
    const storage = await EmbeddedStorage.open({ ledger, clock, historyMilliseconds: this.#historyMilliseconds });
    this.engine = { process, storage, ledger };
    this.#last = this.engine;
    return this.engine;
  }

  get isUp(): boolean {
    return this.engine !== undefined;
  }

  get now(): number {
    return this.reached.process.clock.now();
  }

  /** The last one if there is none now: callers only see that it is dead. */
  get reached(): Engine {
    return this.engine ?? this.#last!;
  }

  /** Returns false if none was running. */
  crash(): boolean {
    const { engine } = this;
    if (!engine) return false;
    this.#look();
    this.engine = undefined;
    this.#options.scheduler.trace(() => `${engine.process.name} crashes`);
    engine.process.kill();
    engine.ledger.crash();
    return true;
  }

  /** Another process on the machine, or one that shares its clock. */
  process(name: string): SimulatedProcess {
    const process = this.#options.scheduler.process(`${name}-${++this.#born}`);
    process.jump(this.#ahead);
    return process;
  }

  /** Sets the wall clock, for these processes too. */
  jump(milliseconds: number, others: readonly SimulatedProcess[]): void {
    this.#look();
    this.#ahead += milliseconds;
    this.#options.scheduler.trace(() => `the clock jumps by ${milliseconds} ms`);
    const own = this.engine ? [this.engine.process] : [];
    for (const process of new Set([...own, ...others])) process.jump(milliseconds);
    this.#look();
  }

  /** Whether the clock has ever reached this time. */
  hasShown(time: number): boolean {
    this.#look();
    return time <= this.#latest;
  }

  /** The revision up to which the store may have compacted on its own: history is kept for at least one interval. */
  get forgotten(): Revision {
    const until = this.#options.scheduler.time - this.#historyMilliseconds;
    return this.#times.findLast(({ time }) => time <= until)?.revision ?? 0n;
  }

  #look(): void {
    this.#latest = Math.max(this.#latest, this.engine?.process.clock.now() ?? 0);
  }

  #durable({ versions }: LedgerChange): void {
    const { scheduler, onDurable } = this.#options;
    try {
      for (const [revision, group] of byRevision(versions)) {
        onDurable(revision, group);
        this.#times.push({ time: scheduler.time, revision });
      }
    } catch (error) {
      scheduler.fail(error);
    }
  }
}

function byRevision(versions: readonly Version[]): Map<Revision, Version[]> {
  const groups = new Map<Revision, Version[]>();
  for (const version of versions) {
    const group = groups.get(version.revision);
    if (group) group.push(version);
    else groups.set(version.revision, [version]);
  }
  return groups;
}
