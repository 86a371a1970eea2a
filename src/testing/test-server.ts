import type { JsonObject } from '../apimachinery/meta/index.js';
import { ServerChain } from '../app/server-chain.js';
import type { Kubeconfig } from '../client/kubeconfig/index.js';
import type { RestClient } from '../client/rest/index.js';
import { Logger, LogWriter } from '../server/logging/index.js';
import { CacheRegistry } from '../storage/cacher/index.js';
import { EmbeddedStorage, type StorageImage } from '../storage/embedded/index.js';
import { type Access, UserAccess } from './access.js';
import { ControllerNeed, changesThatMatter } from './controller-need.js';
import { Faults } from './faults/index.js';
import { installDefinitions } from './install-definitions.js';
import { loadObjects } from './load-objects.js';
import { readObjects } from './read-objects.js';
import { ReadyGate } from './ready-gate.js';
import { bootstrapHooks, ServerSetup } from './server-setup.js';
import { StorageState } from './storage-state.js';
import type { PemPair } from './test-credentials.js';

/** Options of a `TestServer`. */
export interface TestServerOptions {
  /** CustomResourceDefinitions to install at the start: files, directories, or the objects themselves. */
  readonly crds?: readonly (string | JsonObject)[];
  /** Further objects to create at the start: files, directories, or the objects themselves. */
  readonly objects?: readonly (string | JsonObject)[];
  /** Flags of kube-apiserver, such as `--enable-admission-plugins=AlwaysPullImages`. */
  readonly flags?: readonly string[];
  /**
   * Controllers of kube-controller-manager to run, by name: `['*']` for all, `[]` for none. Unset: those that keep a
   * cluster tidy, such as `namespace-controller` and `garbage-collector-controller`.
   */
  readonly controllers?: readonly string[];
  /** Number of nodes to simulate: pods run on them, without containers. Unset: none. Otherwise, all controllers run. */
  readonly simulateNodes?: number;
  /** Receives log lines; unset: none are written. */
  readonly log?: (text: string) => void;
}

/** The user in a client certificate. */
export interface TestUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** All objects at one time. */
export interface SavedState {
  /** Restores them: changes are reverted, new objects are deleted. Watchers receive events. */
  restore(): Promise<void>;
}

interface RunOptions {
  readonly setup: ServerSetup;
  readonly log: TestServerOptions['log'];
  /** Undefined: it starts with nothing. */
  readonly image: StorageImage | undefined;
  readonly caches: CacheRegistry;
  /** The controllers that may have something to do for the image. */
  readonly neededControllers: readonly string[];
}

const readyMilliseconds = 60_000;
/** How often a fork waits for caches that do not keep up with writers. */
const maxWaits = 10;

/**
 * A complete Kubernetes API server within a test's process: over HTTPS, on a free local port, stored in memory.
 * Everything is discarded on close.
 */
export class TestServer {
  /** Makes requests fail on purpose. */
  readonly faults: Faults;
  readonly #chain: ServerChain;
  readonly #options: RunOptions;
  readonly #ready: Promise<void>;
  readonly #needs: ReadonlyMap<string, ControllerNeed>;
  readonly #accesses: UserAccess[] = [];
  readonly #admin: UserAccess;
  #initial: SavedState | undefined;
  #closing: Promise<void> | undefined;

  /** Resolves when the server is ready, and the definitions are served. */
  static async start({ crds = [], objects = [], log, ...options }: TestServerOptions = {}): Promise<TestServer> {
    const setup = ServerSetup.for(flagsOf(options));
    const { neededControllers } = setup;
    const { image, caches } = setup.newContent();
    const server = await TestServer.#run({ setup, log, image, caches, neededControllers });
    try {
      await server.#ready;
      setup.keepContent(() => ({ image: server.image(), caches }));
      await server.installCrds(...crds);
      await server.load(...objects);
      server.#initial = await server.save();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Resolves when the server listens. Requests wait until it is ready. */
  static async #run(options: RunOptions): Promise<TestServer> {
    const { setup, log, image, caches, neededControllers } = options;
    const { config } = setup;
    const logger = new Logger({ ...config.log, writer: new LogWriter(async (text) => log?.(text)) });
    const gate = new ReadyGate();
    const faults = new Faults();
    const needs = new Map(
      [...changesThatMatter].map(([name, matters]) => [name, new ControllerNeed(matters)] as const),
    );
    const chain = await ServerChain.start({
      ...{ config, image, caches, completedPostStartHooks: image ? bootstrapHooks : [], lazyCaches: true },
      ...{ log: logger, onFatal: logger.onError },
      filters: (defaults) => [gate.filter, ...defaults, faults.filter],
      // A server that is never used costs little, and one without owners needs no garbage collector.
      startControllersAfter: (name) => gate.used.then(() => needs.get(name)?.needed),
    });
    for (const [name, need] of needs) {
      if (neededControllers.includes(name) || !setup.storesPlainJson) need.require();
      else void need.watch(chain.storage, image?.revision ?? 0n).catch(() => need.require());
    }
    gate.openAfter(chain.ready({ timeoutMilliseconds: readyMilliseconds }));
    return new TestServer(chain, options, { faults, needs, ready: gate.opened });
  }

  private constructor(
    chain: ServerChain,
    options: RunOptions,
    { faults, needs, ready }: { faults: Faults; needs: ReadonlyMap<string, ControllerNeed>; ready: Promise<void> },
  ) {
    this.faults = faults;
    this.#chain = chain;
    this.#options = options;
    this.#ready = ready;
    this.#needs = needs;
    this.#admin = this.#access(options.setup.credentials.admin);
  }

  get url(): string {
    return this.#chain.url;
  }

  /** The kubeconfig of an administrator, who may do everything. */
  get kubeconfig(): Kubeconfig {
    return this.#admin.kubeconfig;
  }

  get kubeconfigFile(): string {
    return this.#admin.kubeconfigFile;
  }

  get client(): RestClient {
    return this.#admin.client;
  }

  /** Adds a user, whose permissions are defined by RBAC. */
  async addUser({ name, groups = [] }: TestUser): Promise<Access> {
    return this.#access(this.#options.setup.credentials.client({ commonName: name, organizations: groups }));
  }

  /**
   * Accepts files, directories, or the objects themselves; other kinds in files are skipped. Resolves when they are
   * served.
   */
  async installCrds(...crds: readonly (string | JsonObject)[]): Promise<void> {
    const objects = crds.flatMap((crd) => (typeof crd === 'string' ? readObjects(crd) : [crd]));
    await installDefinitions(this.client, objects);
  }

  /**
   * Creates objects, or updates them if they exist. Accepts files, directories, or the objects themselves; definitions
   * are loaded first.
   */
  async load(...objects: readonly (string | JsonObject)[]): Promise<void> {
    await loadObjects(
      this.client,
      objects.flatMap((one) => (typeof one === 'string' ? readObjects(one) : [one])),
    );
  }

  /** Saves all objects, so that the next test can start with the same state within a few milliseconds. */
  save(): Promise<SavedState> {
    return StorageState.of(this.#chain.storage);
  }

  /** Restores the objects that the server had when it was started or forked, definitions included. */
  async reset(): Promise<void> {
    await this.#initial?.restore();
  }

  /**
   * Starts another server with the same objects and flags, and the same users. Nothing is copied: it takes the same
   * time and memory however many objects there are. From then on neither sees the changes of the other.
   */
  async fork(): Promise<TestServer> {
    await this.#ready;
    const { caches, setup, log } = this.#options;
    let image = this.image();
    for (let waits = 0; waits < maxWaits; waits++) {
      await caches.fresh();
      image = this.image();
      if (caches.isUpTo(image.revision)) break;
    }
    const states = caches.statesAt(image.revision);
    const { revision } = image;
    const neededControllers = [...this.#needs].flatMap(([name, need]) => (need.isNeededAt(revision) ? [name] : []));
    const fork = await TestServer.#run({ setup, log, image, neededControllers, caches: new CacheRegistry(states) });
    fork.#initial = await fork.save();
    return fork;
  }

  /** The stored content of a server that stores in memory. @internal */
  image(): StorageImage {
    const { storage } = this.#chain;
    if (!(storage instanceof EmbeddedStorage)) throw new Error('only a server that stores in memory can be forked');
    return storage.image();
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.faults.clear();
    await Promise.all(this.#accesses.map((access) => access.close()));
    await this.#chain.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #access(pair: PemPair): UserAccess {
    const access = new UserAccess(this.#options.setup.credentials.kubeconfig(this.url, pair));
    this.#accesses.push(access);
    return access;
  }
}

/** The flags that options stand for. */
function flagsOf({ flags = [], controllers, simulateNodes = 0 }: TestServerOptions): readonly string[] {
  return [
    ...flags,
    ...(controllers ? [`--controllers=${controllers.join(',')}`] : []),
    ...(simulateNodes > 0 ? [`--simulate-nodes=${simulateNodes}`] : []),
  ];
}
