import { Informer } from '../../../src/client/informer/index.js';
import { RestClient } from '../../../src/client/rest/index.js';
import { ApiServer } from '../../../src/server/index.js';
import type { Version } from '../../../src/storage/embedded/ledger.js';
import type { Revision, Storage } from '../../../src/storage/index.js';
import { Scheduler, type SchedulerOptions, Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { RemoteStorage } from '../storage/remote-storage.js';
import { StoreHost } from '../storage/store-host.js';
import { ApiClient } from './api-client.js';
import { ApiModel, type View } from './api-model.js';
import { ApiWatch } from './api-watch.js';
import { type ApiHost, SimulatedNetwork } from './network.js';
import { contentOf, nameOf, simulationGroup, versionOf, type Widget, widgetPrefix, widgets } from './widget.js';

/** A server with an embedded store, or two servers on one store over a network. */
export type ApiLayout = 'api' | 'shared-api';

interface Server extends ApiHost {
  readonly server: ApiServer;
}

/** Whole servers, with clients, watches and informers that reach them over a network. */
export class ApiWorld {
  readonly scheduler: Scheduler;
  readonly #layout: ApiLayout;
  readonly #model: ApiModel;
  readonly #home: SimulatedProcess;
  readonly #host: StoreHost;
  readonly #faults: Record<'failedCommit' | 'lostMessage' | 'lostWatch' | 'lostConnection' | 'crash', number>;
  readonly #client: RestClient;
  readonly #clients: ApiClient[] = [];
  readonly #watches: ApiWatch[] = [];
  readonly #informers: { readonly view: View; readonly informer: Informer<Widget> }[] = [];
  readonly #servers: (Server | undefined)[] = [];
  #waiting: (() => void)[] = [];
  /** The sum of all stored counts. */
  #increments = 0;

  constructor(layout: ApiLayout, options: SchedulerOptions) {
    this.scheduler = new Scheduler(options);
    const { random } = this.scheduler;
    this.#layout = layout;
    this.#home = this.scheduler.process('clients');
    this.#faults = {
      failedCommit: random.pick([0, 0, 0.05]),
      lostMessage: random.pick([0, 0.02, 0.05]),
      lostWatch: random.pick([0, 0.05, 0.2]),
      lostConnection: random.pick([0, 0.01, 0.05]),
      crash: random.pick([0, 0.003, 0.01]),
    };
    this.#host = new StoreHost({
      scheduler: this.scheduler,
      name: layout === 'api' ? 'server' : 'engine',
      faults: this.#faults,
      onDurable: (revision, versions) => this.#durable(revision, versions),
    });
    this.#model = new ApiModel(() => this.#host.forgotten);
    const transport = new SimulatedNetwork(this.#home, () => this.#server(), this.#faults);
    this.#client = new RestClient({ transport, clock: this.#home.clock });
  }

  async run(): Promise<void> {
    const { random } = this.scheduler;
    await this.#host.open();
    for (let index = 0; index < (this.#layout === 'api' ? 1 : 2); index++) this.#openServer(index);
    const clients = random.between(1, 3);
    let running = clients;
    for (let index = 0; index < clients; index++) this.#startClient(index, () => running--);
    for (let index = 0; index < random.between(0, 2); index++) this.#startWatch(index);
    for (let index = 0; index < random.between(1, 2); index++) this.#startInformer();
    this.scheduler.onStep = () => this.#misfortune();
    await this.#until(
      () => running === 0,
      () => this.#clients.map(({ doing }) => doing).join('; '),
    );
    Object.assign(this.#faults, { failedCommit: 0, lostMessage: 0, lostWatch: 0, lostConnection: 0, crash: 0 });
    await this.#settle();
    await this.#close();
  }

  /** Without faults, watches see everything, and informers match the store. */
  async #settle(): Promise<void> {
    await this.#until(
      () => this.#host.engine !== undefined && this.#servers.every(Boolean),
      () => 'servers do not come back',
    );
    await this.#until(
      () => this.#watches.every((watch) => watch.hasSeenEverything),
      () => this.#watches.map(({ story }) => story).join('; '),
    );
    await this.#until(
      () => this.#informers.every((each) => this.#difference(each) === undefined),
      () => this.#informers.map((each) => this.#difference(each)).join('; '),
    );
    this.#checkCounts();
  }

  /**
   * Counts increased at least as often as acknowledged, and at most by the increments with unknown outcome in addition.
   */
  #checkCounts(): void {
    const sum = (kind: 'surely' | 'perhaps') => this.#clients.reduce((total, { counted }) => total + counted[kind], 0);
    const [surely, perhaps] = [sum('surely'), sum('perhaps')];
    if (this.#increments < surely || this.#increments > surely + perhaps) {
      throw new Violation(`${this.#increments} counts were stored; ${surely} surely happened, ${perhaps} perhaps`);
    }
  }

  async #close(): Promise<void> {
    for (const watch of this.#watches) watch.end();
    for (const { informer } of this.#informers) await this.#await(informer.close(), 'closing an informer');
    for (const server of this.#servers) await this.#await(server!.server.close(), 'closing a server');
    await this.#await(this.#host.engine!.storage.close(), 'closing the store');
    for (const process of new Set([this.#host.engine!.process, ...this.#servers.map((server) => server!.process)])) {
      const timers = this.scheduler.timersOf(process);
      if (timers.length > 0) throw new Violation(`${process.name} is closed and still has a ${timers[0]!.label}`);
    }
  }

  #startClient(index: number, onEnd: () => void): void {
    const operations = this.scheduler.random.between(5, 15);
    const options = { name: `client${index}`, home: this.#home, model: this.#model, client: this.#client, operations };
    const client = new ApiClient(options);
    this.#clients.push(client);
    client.run().then(onEnd, (error) => this.scheduler.fail(error));
  }

  #startWatch(index: number): void {
    const watch = new ApiWatch({
      name: `watch${index}`,
      home: this.#home,
      model: this.#model,
      client: this.#client,
      view: this.#view(),
      timeoutSeconds: this.scheduler.random.pick([1, 30, 600]),
    });
    this.#watches.push(watch);
    watch.run().catch((error) => this.scheduler.fail(error));
  }

  #startInformer(): void {
    const view = this.#view();
    const { random } = this.scheduler;
    const informer = new Informer<Widget>({
      source: this.#client.resource<Widget>(widgets, view.namespace),
      selection: view.color === undefined ? {} : { labelSelector: `color=${view.color}` },
      useWatchList: random.chance(0.5),
      pageSize: random.pick([1, 2, 500]),
      clock: this.#home.clock,
      random: random.fraction,
      onError: (error) => {
        if (error instanceof Violation) this.scheduler.fail(error);
      },
    });
    const seen = (widget: Widget): void => this.#seen(widget);
    informer.addHandler({ added: seen, updated: (_old, widget) => seen(widget) });
    this.#informers.push({ view, informer });
    informer.start();
  }

  #seen(widget: Widget): void {
    try {
      this.#model.check(widget);
    } catch (error) {
      this.scheduler.fail(error);
    }
  }

  #view(): View {
    const { random } = this.scheduler;
    return { namespace: random.pick(['', 'a']), color: random.chance(0.5) ? random.pick(['red', 'blue']) : undefined };
  }

  /** Undefined: the informer matches the store. */
  #difference({ view, informer }: { view: View; informer: Informer<Widget> }): string | undefined {
    const known = informer.lister.list().map((item) => `${nameOf(item)}@${versionOf(item)} ${contentOf(item)}`);
    const [found, wanted] = [known.sort().join(), this.#model.list(this.#model.revision, view).sort().join()];
    return informer.hasSynced && found === wanted ? undefined : `an informer knows [${found}]; stored is [${wanted}]`;
  }

  #misfortune(): void {
    const { random } = this.scheduler;
    if (!random.chance(this.#faults.crash)) return;
    if (this.#layout === 'api' || random.chance(0.5)) this.#crashEngine();
    else this.#crashServer(random.below(this.#servers.length));
  }

  #crashEngine(): void {
    if (!this.#host.crash()) return;
    const isAlone = this.#layout === 'api';
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
    const isAlone = this.#layout === 'api';
    const process = isAlone ? this.#host.engine!.process : this.#host.process(`server${index}`);
    const storage = isAlone
      ? outliving(this.#host.engine!.storage)
      : new RemoteStorage(process, () => this.#host.reached, this.#faults);
    const { random } = this.scheduler;
    const onError = (error: unknown): void => this.scheduler.trace(() => `${process.name}: ${error}`);
    const server = new ApiServer({ storage, clock: process.clock, random: random.fraction, onError });
    server.install(simulationGroup);
    server.prepare();
    this.#servers[index] = { process, server, handler: server.handle };
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits for a running server. */
  async #server(): Promise<Server> {
    for (;;) {
      const alive = this.#servers.filter((server) => server !== undefined);
      if (alive.length > 0) return this.scheduler.random.pick(alive);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #durable(revision: Revision, versions: readonly Version[]): void {
    const [version] = versions;
    if (versions.length !== 1 || !version) throw new Violation(`${revision} has ${versions.length} changes`);
    if (!version.key.startsWith(widgetPrefix)) {
      this.#model.pass(revision);
      return;
    }
    const widget = version.createRevision === 0n ? undefined : (JSON.parse(version.value.toString()) as Widget);
    if ((widget?.spec?.count ?? 0) > 0) this.#increments++;
    this.#model.durable(revision, version.key.slice(widgetPrefix.length), widget);
  }

  #until(isDone: () => boolean, waitingFor: () => string): Promise<void> {
    return this.scheduler.runUntil(isDone, { maxSteps: 8000, waitingFor });
  }

  #await(work: Promise<unknown>, what: string): Promise<void> {
    return this.scheduler.awaited(work, { maxSteps: 8000, waitingFor: () => what });
  }
}

/** Closing it does not close the underlying storage. */
function outliving(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === 'close') return async () => undefined;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
