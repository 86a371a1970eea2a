import { Cacher } from '../../../src/storage/cacher/index.js';
import type { Version } from '../../../src/storage/embedded/ledger.js';
import type { Operation, Revision, Storage } from '../../../src/storage/index.js';
import { Scheduler, type SchedulerOptions, Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { Model } from './model.js';
import { RemoteStorage } from './remote-storage.js';
import { type Server, StorageClient } from './storage-client.js';
import { StoreHost } from './store-host.js';
import { WatchObserver } from './watch-observer.js';

/** The store itself; a cache in the same process; two servers with a cache each that share a store over a network. */
export type StorageLayout = 'embedded' | 'cached' | 'remote';

const prefix = '/things/';
const keys = ['/things/a/1', '/things/a/2', '/things/a/3', '/things/b/1', '/things/b/2', '/things/c'];
/** What is written beside what is cached: the store goes on, and those who watch the rest hear nothing of it. */
const foreignKeys = ['/others/x', '/others/y'];
/** How long after its time a key may still be there. */
const expiryMilliseconds = 10_000;

/** Clients that write and read, watches that follow, and whatever can go wrong between them and the disk. */
export class StorageWorld {
  readonly scheduler: Scheduler;
  readonly #layout: StorageLayout;
  readonly #model: Model;
  readonly #home: SimulatedProcess;
  readonly #host: StoreHost;
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
    this.#host = new StoreHost({
      scheduler: this.scheduler,
      name: layout === 'remote' ? 'engine' : 'server',
      faults: this.#faults,
      onDurable: (revision, versions) => this.#durable(revision, versions),
    });
    this.#model = new Model(() => this.#host.forgotten);
  }

  /** Plays the whole story. Rejects with a `Violation`, or whatever else goes wrong. */
  async run(): Promise<void> {
    const { random } = this.scheduler;
    await this.#host.open();
    for (let index = 0; index < (this.#layout === 'remote' ? 2 : 1); index++) this.#openServer(index);
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

  /** With faults off everything comes to an end: watches see everything, keys expire. */
  async #settle(): Promise<void> {
    await this.#until(
      () => this.#host.engine !== undefined && this.#servers.every(Boolean),
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

  /** Nothing is left: no version that nobody can read, no timer of who is closed. */
  async #close(): Promise<void> {
    const { storage, ledger, process } = this.#host.engine!;
    await this.#await(this.#sweep(storage), 'the last compaction');
    const live = this.#model.now.size;
    if (ledger.size !== live) {
      throw new Violation(`${ledger.size} versions are kept of ${live} keys after everything was compacted`);
    }
    for (const server of this.#servers) await this.#await(server!.storage.close(), 'closing a server');
    await this.#await(storage.close(), 'closing the store');
    for (const closed of new Set([process, ...this.#serverProcesses])) {
      const timers = this.scheduler.timersOf(closed);
      if (timers.length > 0) throw new Violation(`${closed.name} is closed and still has a ${timers[0]!.label}`);
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

  /** Kills and sets clocks, now and then. */
  #misfortune(): void {
    const { random } = this.scheduler;
    if (random.chance(this.#faults.crash)) this.#crash();
    if (random.chance(this.#faults.jump)) this.#host.jump(random.between(-5000, 5000), this.#serverProcesses);
  }

  #crash(): void {
    const { random } = this.scheduler;
    const isServer = this.#layout === 'remote' && random.chance(0.5);
    if (isServer) this.#crashServer(random.below(this.#servers.length));
    else this.#crashEngine();
  }

  #crashEngine(): void {
    if (!this.#host.crash()) return;
    const isAlone = this.#layout !== 'remote';
    if (isAlone) this.#servers[0] = undefined;
    const reopened = (): void => {
      if (isAlone) this.#openServer(0);
    };
    this.#host.open().then(reopened, (error) => this.scheduler.fail(error));
  }

  #crashServer(index: number): void {
    const server = this.#servers[index];
    if (!server) return;
    this.scheduler.trace(() => `${server.process.name} crashes`);
    server.process.kill();
    this.#openServer(index);
  }

  #openServer(index: number): void {
    this.#servers[index] = this.#layout === 'remote' ? this.#remoteServer(index) : this.#localServer();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #localServer(): Server {
    const { process, storage } = this.#host.engine!;
    return { process, storage: this.#layout === 'embedded' ? storage : this.#cacher(process, storage) };
  }

  #remoteServer(index: number): Server {
    const process = this.#host.process(`server${index}`);
    const remote = new RemoteStorage(process, () => this.#host.reached, this.#faults);
    return { process, storage: this.#cacher(process, remote) };
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

  /** One that is alive, once there is one. */
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

  #durable(revision: Revision, versions: readonly Version[]): void {
    const isDue = (expiresAt: number): boolean => expiresAt > 0 && this.#host.hasShown(expiresAt);
    this.#model.durable(revision, versions.map(changeOf), isDue);
  }

  #hasExpired(): boolean {
    const latest = this.#host.engine!.process.clock.now() - expiryMilliseconds;
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
