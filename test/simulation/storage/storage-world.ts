import { Cacher } from '../../../src/storage/cacher/index.js';
import type { Version } from '../../../src/storage/embedded/ledger.js';
import { EtcdStorage } from '../../../src/storage/etcd/index.js';
import type { Operation, Revision, Storage } from '../../../src/storage/index.js';
import { Scheduler, type SchedulerOptions, Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { EtcdHost } from '../etcd/etcd-host.js';
import type { Machine } from './machine.js';
import { Model, type ModelChange } from './model.js';
import { RemoteStorage } from './remote-storage.js';
import { type Server, StorageClient } from './storage-client.js';
import { StoreHost } from './store-host.js';
import { WatchObserver } from './watch-observer.js';

/**
 * The store itself; with a cache in the same process; two servers with a cache each that share a store over a network;
 * the same on etcd, with its protocol.
 */
export type StorageLayout = 'embedded' | 'cached' | 'remote' | 'etcd';

const prefix = '/things/';
const keys = ['/things/a/1', '/things/a/2', '/things/a/3', '/things/b/1', '/things/b/2', '/things/c'];
/** Keys beside the cached ones: they advance the revision, and watches of the cached ones do not see them. */
const foreignKeys = ['/others/x', '/others/y'];
/** How long after its expiry a key may still exist. */
const expiryMilliseconds = 10_000;

/** Clients that write and read, watches, and all faults between them and the disk. */
export class StorageWorld {
  readonly scheduler: Scheduler;
  readonly #layout: StorageLayout;
  readonly #model: Model;
  readonly #home: SimulatedProcess;
  readonly #machine: Machine;
  /** Unset on etcd. */
  readonly #store: StoreHost | undefined;
  /** Set on etcd. */
  readonly #etcd: EtcdHost | undefined;
  readonly #faults: { failedCommit: number; lostMessage: number; lostWatch: number; crash: number; jump: number };
  readonly #clients: StorageClient[] = [];
  readonly #observers: WatchObserver[] = [];
  readonly #servers: (Server | undefined)[] = [];
  #waiting: (() => void)[] = [];
  #isCalm = false;

  constructor(layout: StorageLayout, options: SchedulerOptions) {
    this.scheduler = new Scheduler(options);
    const { random } = this.scheduler;
    this.#layout = layout;
    this.#home = this.scheduler.process('clients');
    this.#faults = {
      failedCommit: random.pick([0, 0.02, 0.1]),
      lostMessage: random.pick([0, 0.02, 0.1]),
      lostWatch: random.pick([0, 0.05, 0.2]),
      crash: random.pick([0, 0.005, 0.02]),
      jump: random.pick([0, 0, 0.005]),
    };
    const { scheduler } = this;
    const faults = this.#faults;
    if (layout === 'etcd') {
      this.#etcd = new EtcdHost({
        scheduler,
        faults,
        onCommit: (revision, changes) => this.#durable(revision, changes),
      });
    } else {
      this.#store = new StoreHost({
        scheduler,
        faults,
        name: layout === 'remote' ? 'engine' : 'server',
        onDurable: (revision, versions) => this.#durable(revision, versions.map(changeOf)),
      });
    }
    this.#machine = (this.#store ?? this.#etcd)!;
    this.#model = new Model(() => this.#machine.forgotten);
  }

  /** Runs the simulation. Rejects with a `Violation`, or any other error. */
  async run(): Promise<void> {
    const { random } = this.scheduler;
    await this.#machine.open();
    for (let index = 0; index < (this.#isAlone ? 1 : 2); index++) await this.#openServer(index);
    const clients = random.between(1, 4);
    let running = clients;
    for (let index = 0; index < clients; index++) this.#startClient(index, () => running--);
    const observers = random.between(1, 4);
    for (let index = 0; index < observers; index++) this.#startObserver(index);
    this.scheduler.onStep = () => this.#misfortune();
    await this.#until(
      () => running === 0,
      () => this.#clients.map(({ doing }) => doing).join('; '),
    );
    this.#calmDown();
    await this.#settle();
    await this.#close();
  }

  /** Without faults everything completes: watches see everything, keys expire. */
  async #settle(): Promise<void> {
    await this.#until(
      () => this.#machine.isUp && this.#servers.every(Boolean),
      () => 'servers do not come back',
    );
    await this.#until(
      () => this.#observers.every((observer) => observer.hasSeenEverything),
      () => this.#observers.map(({ story }) => story).join('; '),
    );
    await this.#until(
      () => !this.#hasExpired(),
      () => `expired keys stay: ${[...this.#model.now.keys()].join(' ')}`,
    );
    for (const observer of this.#observers) observer.end();
  }

  /** Checks that nothing is left: no unreachable version, no timer of a closed component. */
  async #close(): Promise<void> {
    const engine = this.#store?.engine;
    await this.#await(this.#sweep(engine?.storage ?? this.#servers[0]!.storage), 'the last compaction');
    const live = this.#model.now.size;
    if (engine && engine.ledger.size !== live) {
      throw new Violation(`${engine.ledger.size} versions are kept of ${live} keys after everything was compacted`);
    }
    for (const server of this.#servers) await this.#await(server!.storage.close(), 'closing a server');
    if (engine) await this.#await(engine.storage.close(), 'closing the store');
    for (const closed of new Set([...(engine ? [engine.process] : []), ...this.#serverProcesses])) {
      const timers = this.scheduler.timersOf(closed);
      if (timers.length > 0) throw new Violation(`${closed.name} is closed and still has a ${timers[0]!.label}`);
    }
    const watches = this.#etcd?.etcd.listeners.size ?? 0;
    if (watches > 0) throw new Violation(`${watches} watch streams of etcd are left`);
  }

  /** Compacts all history; again if a key expires meanwhile. */
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

  #startClient(index: number, onEnd: () => void): void {
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
    client.run().then(onEnd, (error) => this.scheduler.fail(error));
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

  /** Occasionally kills processes and sets clocks. */
  #misfortune(): void {
    const { random } = this.scheduler;
    if (random.chance(this.#faults.crash)) this.#crash();
    if (random.chance(this.#faults.jump)) this.#machine.jump(random.between(-5000, 5000), this.#serverProcesses);
  }

  #crash(): void {
    const { random } = this.scheduler;
    const isServer = !this.#isAlone && random.chance(0.5);
    if (isServer) this.#crashServer(random.below(this.#servers.length));
    else this.#crashEngine();
  }

  #crashEngine(): void {
    if (!this.#machine.crash()) return;
    if (this.#isAlone) this.#servers[0] = undefined;
    this.#reopen().catch((error) => this.scheduler.fail(error));
  }

  async #reopen(): Promise<void> {
    if (this.#etcd) await this.#home.pause('etcd comes back');
    await this.#machine.open();
    if (this.#isAlone) await this.#openServer(0);
  }

  #crashServer(index: number): void {
    const server = this.#servers[index];
    if (!server) return;
    this.scheduler.trace(() => `${server.process.name} crashes`);
    server.process.kill();
    this.#etcd?.died(server.process);
    this.#servers[index] = undefined;
    this.#openServer(index).catch((error) => this.scheduler.fail(error));
  }

  /** Whether the store and its one server are one process. */
  get #isAlone(): boolean {
    return this.#layout === 'embedded' || this.#layout === 'cached';
  }

  async #openServer(index: number): Promise<void> {
    this.#servers[index] = this.#isAlone ? this.#localServer() : await this.#remoteServer(index);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #localServer(): Server {
    const { process, storage } = this.#store!.engine!;
    return { process, storage: this.#layout === 'embedded' ? storage : this.#cacher(process, storage) };
  }

  async #remoteServer(index: number): Promise<Server> {
    const process = this.#machine.process(`server${index}`);
    const storage = this.#etcd
      ? await EtcdStorage.open({
          endpoints: ['etcd'],
          clock: process.clock,
          random: this.scheduler.random.fraction,
          open: this.#etcd.connect(process),
        })
      : new RemoteStorage(process, () => this.#store!.reached, this.#faults);
    return { process, storage: this.#cacher(process, storage) };
  }

  #cacher(process: SimulatedProcess, storage: Storage): Cacher {
    const cacher = new Cacher({
      storage,
      prefix,
      clock: process.clock,
      windowCapacity: this.scheduler.random.pick([1, 3, 10, 1000]),
      bookmarkMilliseconds: 1000,
      onError: (error) => this.scheduler.trace(() => `${process.name}: the cache lost its way: ${error}`),
    });
    cacher.start();
    return cacher;
  }

  get #serverProcesses(): SimulatedProcess[] {
    return this.#servers.flatMap((server) => (server ? [server.process] : []));
  }

  /** Waits for a running server. */
  async #server(): Promise<Server> {
    for (;;) {
      const alive = this.#servers.filter((server) => server !== undefined);
      if (alive.length > 0) return this.scheduler.random.pick(alive);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #calmDown(): void {
    this.#isCalm = true;
    Object.assign(this.#faults, { failedCommit: 0, lostMessage: 0, lostWatch: 0, crash: 0, jump: 0 });
  }

  #durable(revision: Revision, changes: readonly Omit<ModelChange, 'previous'>[]): void {
    const isDue = (expiresAt: number): boolean => expiresAt > 0 && this.#machine.hasShown(expiresAt);
    this.#model.durable(revision, changes, isDue);
  }

  #hasExpired(): boolean {
    const latest = this.#machine.now - expiryMilliseconds;
    return [...this.#model.now.values()].some(({ expiresAt }) => expiresAt > 0 && expiresAt < latest);
  }

  #until(isDone: () => boolean, waitingFor: () => string): Promise<void> {
    return this.scheduler.runUntil(isDone, { maxSteps: 8000, waitingFor });
  }

  #await(work: Promise<unknown>, what: string): Promise<void> {
    return this.scheduler.awaited(work, { maxSteps: 8000, waitingFor: () => what });
  }
}

function changeOf({ key, value, createRevision, revision, expiresAt }: Version) {
  const entry = { value: value.toString(), createRevision, modRevision: revision, expiresAt };
  return { key, entry: createRevision === 0n ? undefined : entry };
}
