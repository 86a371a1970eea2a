import { Cacher } from '../../../src/storage/cacher/index.js';
import { EmbeddedStorage } from '../../../src/storage/embedded/index.js';
import type { LedgerChange, Version } from '../../../src/storage/embedded/ledger.js';
import type { Operation, Revision, Storage } from '../../../src/storage/index.js';
import { Scheduler, type SchedulerOptions, Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { Model } from './model.js';
import { type NetworkFaults, RemoteStorage } from './remote-storage.js';
import { type DiskFaults, SimulatedDisk, type SimulatedLedger } from './simulated-disk.js';
import { type Server, StorageClient } from './storage-client.js';
import { WatchObserver } from './watch-observer.js';

/** The store itself; a cache in the same process; two servers with a cache each that share a store over a network. */
export type StorageLayout = 'embedded' | 'cached' | 'remote';

const prefix = '/things/';
const keys = ['/things/a/1', '/things/a/2', '/things/a/3', '/things/b/1', '/things/b/2', '/things/c'];

/** What is written beside what is cached: the store goes on, and those who watch the rest hear nothing of it. */
const foreignKeys = ['/others/x', '/others/y'];

/** A process with what runs in it. */
interface Engine extends Server {
  readonly ledger: SimulatedLedger;
}

export class StorageWorld {
  readonly scheduler: Scheduler;
  readonly #layout: StorageLayout;
  readonly #model: Model;
  readonly #home: SimulatedProcess;
  readonly #disk: SimulatedDisk;
  readonly #faults: DiskFaults & NetworkFaults & { crash: number; jump: number };
  #isCalm = false;
  readonly #historyMilliseconds: number;
  /** When each revision became durable. */
  readonly #times: { readonly time: number; readonly revision: Revision }[] = [];
  readonly #clients: StorageClient[] = [];
  readonly #observers: WatchObserver[] = [];
  #engine: Engine | undefined;
  #lastEngine: Engine | undefined;
  readonly #servers: (Server | undefined)[] = [];
  #waiting: (() => void)[] = [];
  #born = 0;
  /** How far the clock on the wall is ahead of that of the simulation, and the latest time that it has shown. */
  #ahead = 0;
  #latest = 0;

  constructor(layout: StorageLayout, options: SchedulerOptions) {
    this.scheduler = new Scheduler(options);
    const { random } = this.scheduler;
    this.#layout = layout;
    this.#home = this.scheduler.process('clients');
    this.#model = new Model(() => this.#forgotten());
    this.#disk = new SimulatedDisk((change) => this.#durable(change));
    this.#historyMilliseconds = random.pick([200, 2000, 3_600_000]);
    this.#faults = {
      failedCommit: random.pick([0, 0.02, 0.1]),
      lostMessage: random.pick([0, 0.02, 0.1]),
      lostWatch: random.pick([0, 0.05, 0.2]),
      crash: random.pick([0, 0.005, 0.02]),
      jump: random.pick([0, 0, 0.005]),
    };
  }

  /** Plays the whole story. Rejects with a `Violation`, or whatever else goes wrong. */
  async run(): Promise<void> {
    const { random } = this.scheduler;
    await this.#openEngine();
    for (let index = 0; index < (this.#layout === 'remote' ? 2 : 1); index++) await this.#openServer(index);
    const started: Promise<void>[] = [];
    for (let index = 0; index < random.between(1, 4); index++) started.push(this.#startClient(index));
    for (let index = 0; index < random.between(1, 4); index++) this.#startObserver(index);
    let running = started.length;
    for (const each of started) void each.then(() => running--, (error) => this.scheduler.fail(error)); // biome-ignore format: one line
    this.scheduler.onStep = () => this.#chaos();
    await this.#until(
      () => running === 0,
      () => this.#clients.map(({ doing }) => doing).join('; '),
    );
    this.#endFaults();
    await this.#settle();
  }

  /** With faults off everything comes to an end: watches see everything, keys expire, nothing is left. */
  async #settle(): Promise<void> {
    await this.#until(
      () => this.#engine !== undefined && this.#servers.every(Boolean),
      () => 'servers do not come back',
    );
    await this.#until(() => this.#observers.every((each) => each.hasSeenEverything), () => this.#observers.map((each) => each.story).join('; ')); // biome-ignore format: one line
    await this.#until(
      () => !this.#hasExpired(),
      () => `expired keys stay: ${[...this.#model.now.keys()].join(' ')}`,
    );
    for (const observer of this.#observers) observer.end();
    await this.#close();
  }

  async #close(): Promise<void> {
    const engine = this.#engine!;
    await this.#await(this.#sweep(engine.storage), 'the last compaction');
    const live = [...this.#model.now.values()].length;
    if (engine.ledger.size !== live) {
      throw new Violation(`${engine.ledger.size} versions are kept of ${live} keys after everything was compacted`);
    }
    for (const server of this.#servers) await this.#await(server!.storage.close(), 'closing a server');
    await this.#await(engine.storage.close(), 'closing the store');
    for (const process of new Set([engine.process, ...this.#servers.map((server) => server!.process)])) {
      const timers = this.scheduler.timersOf(process);
      if (timers.length > 0) throw new Violation(`${process.name} is closed and still has a ${timers[0]!.label}`);
    }
  }

  /** Gives up all history; again where a key expires meanwhile. */
  async #sweep(storage: Storage): Promise<void> {
    const last: Operation = { type: 'put', key: keys[0]!, value: Buffer.from('last') };
    this.#model.answered(this.#model.begin('last', [last]), await storage.commit([last]));
    let revision: Revision;
    do {
      revision = this.#model.revision;
      this.#model.giveUp(revision);
      await storage.compact(revision);
    } while (revision !== this.#model.revision);
  }

  #startClient(index: number): Promise<void> {
    const client = new StorageClient({
      name: `client${index}`,
      model: this.#model,
      home: this.#home,
      server: () => this.#server(),
      keys,
      foreignKeys,
      operations: this.scheduler.random.between(5, 25),
    });
    this.#clients.push(client);
    return client.run();
  }

  #startObserver(index: number): void {
    const { random } = this.scheduler;
    const restlessness = random.pick([0, 0.1]);
    const observer = new WatchObserver({
      name: `watch${index}`,
      model: this.#model,
      home: this.#home,
      server: () => this.#server(),
      prefix: random.pick([prefix, prefix, '/things/a/', '/things/b']),
      previous: random.chance(0.5),
      slowness: random.pick([0, 0.3, 0.9]),
      restlessness: () => (this.#isCalm ? 0 : restlessness),
    });
    this.#observers.push(observer);
    observer.run().catch((error) => this.scheduler.fail(error));
  }

  /** Kills, restarts and sets clocks, now and then. */
  #chaos(): void {
    const { random } = this.scheduler;
    if (random.chance(this.#faults.crash)) this.#crash();
    if (random.chance(this.#faults.jump)) this.#jump(random.between(-5000, 5000));
  }

  #crash(): void {
    const { random } = this.scheduler;
    if (this.#layout !== 'remote' || random.chance(0.5)) {
      this.#crashEngine();
      return;
    }
    const index = random.below(this.#servers.length);
    this.#crashServer(index);
    this.#openServer(index).catch((error) => this.scheduler.fail(error));
  }

  #crashEngine(): void {
    const engine = this.#engine;
    if (!engine) return;
    this.#look();
    this.#engine = undefined;
    this.scheduler.trace(() => `${engine.process.name} crashes`);
    engine.process.kill();
    engine.ledger.crash();
    const reopening = this.#openEngine();
    if (this.#layout === 'remote') return void reopening.catch((error) => this.scheduler.fail(error));
    this.#servers[0] = undefined;
    reopening.then(() => this.#openServer(0)).catch((error) => this.scheduler.fail(error));
  }

  #crashServer(index: number): void {
    const server = this.#servers[index];
    if (!server) return;
    this.#servers[index] = undefined;
    this.scheduler.trace(() => `${server.process.name} crashes`);
    server.process.kill();
  }

  #jump(milliseconds: number): void {
    this.#look();
    this.#ahead += milliseconds;
    this.scheduler.trace(() => `the clock jumps by ${milliseconds} ms`);
    for (const process of [this.#engine?.process, ...this.#servers.map((server) => server?.process)]) {
      process?.jump(milliseconds);
    }
    this.#look();
  }

  async #openEngine(): Promise<void> {
    const process = this.#process(this.#layout === 'remote' ? 'engine' : 'server');
    const ledger = this.#disk.open(process, this.#faults);
    const { clock } = process;
    const opening = EmbeddedStorage.open({ ledger, clock, historyMilliseconds: this.#historyMilliseconds });
    const storage = await opening;
    this.#engine = { process, storage, ledger };
    this.#lastEngine = this.#engine;
    this.#serverIsThere();
  }

  async #openServer(index: number): Promise<void> {
    const server = this.#layout === 'remote' ? this.#remoteServer(index) : this.#localServer(this.#engine!);
    this.#servers[index] = server;
    this.#serverIsThere();
  }

  #localServer({ process, storage }: Engine): Server {
    return { process, storage: this.#layout === 'embedded' ? storage : this.#cacher(process, storage) };
  }

  #remoteServer(index: number): Server {
    const process = this.#process(`server${index}`);
    const remote = new RemoteStorage(process, () => this.#hostOf(), this.#faults);
    return { process, storage: this.#cacher(process, remote) };
  }

  /** The last one where there is none now: it is dead, which is all that callers see of it. */
  #hostOf(): Engine {
    return this.#engine ?? this.#lastEngine!;
  }

  #cacher(process: SimulatedProcess, storage: Storage): Cacher {
    const { random } = this.scheduler;
    const cacher = new Cacher({
      storage,
      prefix,
      clock: process.clock,
      windowCapacity: random.pick([1, 3, 10, 1000]),
      bookmarkMilliseconds: 1000,
      onError: (error) => this.scheduler.trace(() => `${process.name}: the cache lost its way: ${error}`),
    });
    cacher.start();
    return cacher;
  }

  #process(name: string): SimulatedProcess {
    const process = this.scheduler.process(`${name}-${++this.#born}`);
    process.jump(this.#ahead);
    return process;
  }

  /** One that is alive, once there is one. */
  async #server(): Promise<Server> {
    for (;;) {
      const alive = this.#servers.filter((server) => server !== undefined);
      if (alive.length > 0) return this.scheduler.random.pick(alive);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #serverIsThere(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #endFaults(): void {
    this.#faults.failedCommit = 0;
    this.#faults.lostMessage = 0;
    this.#faults.lostWatch = 0;
    this.#faults.crash = 0;
    this.#faults.jump = 0;
    this.#isCalm = true;
  }

  #durable({ versions }: LedgerChange): void {
    try {
      this.#look();
      for (const [revision, group] of byRevision(versions)) {
        this.#model.durable(revision, group.map(changeOf), (expiresAt) => expiresAt > 0 && expiresAt <= this.#latest);
        this.#times.push({ time: this.scheduler.time, revision });
      }
    } catch (error) {
      this.scheduler.fail(error);
    }
  }

  /** History is kept for an interval at least. */
  #forgotten(): Revision {
    const until = this.scheduler.time - this.#historyMilliseconds;
    return this.#times.findLast(({ time }) => time <= until)?.revision ?? 0n;
  }

  #look(): void {
    this.#latest = Math.max(this.#latest, this.#engine?.process.clock.now() ?? 0);
  }

  #hasExpired(): boolean {
    this.#look();
    const now = this.#engine!.process.clock.now();
    return [...this.#model.now.values()].some(({ expiresAt }) => expiresAt > 0 && expiresAt < now - 10_000);
  }

  #until(isDone: () => boolean, waitingFor: () => string): Promise<void> {
    return this.scheduler.runUntil(isDone, { maxSteps: 20_000, waitingFor });
  }

  async #await(work: Promise<unknown>, what: string): Promise<void> {
    let isDone = false;
    work.then(() => { isDone = true; }, (error) => this.scheduler.fail(error)); // biome-ignore format: one line
    await this.#until(
      () => isDone,
      () => what,
    );
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

function changeOf({ key, value, createRevision, revision, expiresAt }: Version) {
  const entry = { value: value.toString(), createRevision, modRevision: revision, expiresAt };
  return { key, entry: createRevision === 0n ? undefined : entry };
}
