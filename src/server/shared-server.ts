import { systemClock } from '../apimachinery/clock/index.js';
import type { GroupResource } from '../apimachinery/meta/index.js';
import type { WorkQueueMetricsProvider } from '../client/workqueue/index.js';
import type { Storage } from '../storage/index.js';
import { flagsPage, type InstancePage, statusPage } from './debug/index.js';
import { DiscoveryRegistry, type ServerVersion, type VersionInfo, versionInfo } from './discovery/index.js';
import { FeatureGates } from './feature-gates/index.js';
import type { ObjectStatistics } from './flow-control/index.js';
import { HealthRegistry, pingCheck } from './health/index.js';
import { LifecycleController, type LifecycleOptions } from './lifecycle/index.js';
import { type Handle, Loopback } from './loopback.js';
import {
  ApiServerMetrics,
  aggregatorMetrics,
  buildMetrics,
  clientMetrics,
  collectProcessMetrics,
  collectRegistered,
  countFromStart,
  countHealthChecks,
  type MetricsExposure,
  MetricsRegistry,
  measuredQueues,
  ResourceMetrics,
  recordFeatures,
  recordStartTime,
} from './metrics/index.js';
import { type OpenApiOptions, OpenApiService } from './openapi/index.js';
import { ConsistencyChecks, type Resource, Stores } from './registry/index.js';

/** Options of what the servers of a chain share; those of a server that stands alone. */
export interface SharedServerOptions {
  /** The content of `/version`. Unset: there is no such page. */
  readonly version?: ServerVersion;
  /** Which features are enabled. Unset: those of the generic server, at their defaults. */
  readonly features?: FeatureGates;
  /** Field manager of the servers' own writes. Unset: `apiserver`. */
  readonly name?: string;
  /**
   * Options of the OpenAPI documents: their title, for example. Their version is that of the server, unless set here.
   */
  readonly openApi?: Partial<OpenApiOptions>;
  /** Options of the shutdown; see LifecycleController. */
  readonly lifecycle?: Partial<Omit<LifecycleOptions, 'health'>>;
  /** Order of the health checks; see HealthRegistry. */
  readonly healthOrder?: readonly string[];
  /** --livez-grace-period */
  readonly livezGraceMilliseconds?: number;
  /** --min-request-timeout: minimum duration of watches whose clients set no timeout. Unset: half an hour. */
  readonly minRequestTimeoutSeconds?: number;
  /** Which metrics are exposed, and with which labels. Unset: all. */
  readonly metrics?: MetricsExposure;
  /**
   * Which resources are listed as from a watch cache: without one, a limit also counts with resourceVersion=0. Unset:
   * all.
   */
  readonly hasWatchCache?: (resource: GroupResource) => boolean;
  /** The content of `/flagz`: all flags with their values. Unset: there is no such page. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Called with errors that no request caused. */
  readonly onError?: (error: unknown) => void;
}

export interface FillingCache {
  /** Starts to fill the cache. */
  start(): void;
  readonly isReady: boolean;
  /** Resolves when the cache is filled. */
  ready(): Promise<void>;
  readonly resource: Resource;
  /** Number and average size of its objects. */
  readonly statistics: { readonly count: number; readonly averageBytes: number };
}

/** What the servers of a chain share: health, metrics, discovery, OpenAPI and lifecycle. */
export class SharedServer {
  readonly version: VersionInfo | undefined;
  readonly features: FeatureGates;
  readonly onError: (error: unknown) => void;
  readonly minRequestTimeoutSeconds: number;
  readonly hasWatchCache: ((resource: GroupResource) => boolean) | undefined;
  readonly health: HealthRegistry;
  readonly metrics: MetricsRegistry;
  /** The content of `/metrics/slis`: results of the health checks. */
  readonly serviceLevels = new MetricsRegistry();
  readonly requestMetrics: ApiServerMetrics;
  readonly resourceMetrics: ResourceMetrics;
  /** Undefined without the feature DetectCacheInconsistency. */
  readonly consistencyChecks: ConsistencyChecks | undefined;
  /** For the work queues of the servers' controllers. */
  readonly queueMetrics: WorkQueueMetricsProvider;
  /** The stores of the servers' resources. */
  readonly stores: Stores;
  readonly discovery = new DiscoveryRegistry();
  readonly openApi: OpenApiService;
  readonly lifecycle: LifecycleController;
  readonly loopback: Loopback;
  /** Additional paths that are listed at `/`. */
  readonly otherPaths = new Set([
    '/metrics',
    '/metrics/slis',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/version',
  ]);
  /** Instance pages, such as `/flagz`, by path. */
  readonly pages = new Map<string, InstancePage>();
  readonly #storages = new Set<Storage>();
  readonly #caches: FillingCache[] = [];
  #isStarted = false;
  #port: number | undefined;

  constructor(options: SharedServerOptions = {}) {
    const { lifecycle, openApi, onError = (error) => console.error(error) } = options;
    const version = options.version && versionInfo(options.version);
    this.features = options.features ?? new FeatureGates();
    const nativeHistograms = this.features.isEnabled('NativeHistograms');
    this.metrics = new MetricsRegistry({ exposure: options.metrics, nativeHistograms });
    collectRegistered(this.metrics);
    this.loopback = new Loopback(`${options.name ?? 'apiserver'}/${version?.gitVersion ?? 'v0'}`, {
      observer: clientMetrics(this.metrics, 'loopback'),
      isEnding: () => this.lifecycle.signals.notAcceptingNewRequest.happened,
    });
    const { livezGraceMilliseconds = 0, minRequestTimeoutSeconds = 1800 } = options;
    this.version = version;
    this.minRequestTimeoutSeconds = minRequestTimeoutSeconds;
    this.hasWatchCache = options.hasWatchCache;
    this.health = new HealthRegistry({
      livezGraceMilliseconds,
      order: options.healthOrder,
      onOutcome: countHealthChecks(this.serviceLevels),
    });
    this.onError = onError;
    this.stores = new Stores({ onError });
    this.openApi = new OpenApiService({
      version: version ? `${version.major}.${version.minor}` : 'unversioned',
      ...openApi,
    });
    this.lifecycle = new LifecycleController({
      onFatal: onError,
      ...lifecycle,
      health: this.health,
    });
    this.requestMetrics = new ApiServerMetrics(this.metrics);
    const showsSizes = this.features.isEnabled('SizeBasedListCostEstimate');
    this.resourceMetrics = new ResourceMetrics(this.metrics, { showsSizes });
    if (this.features.isEnabled('DetectCacheInconsistency')) {
      this.consistencyChecks = new ConsistencyChecks({ metrics: this.metrics, onError });
    }
    this.queueMetrics = measuredQueues(this.metrics);
    collectProcessMetrics(this.metrics);
    countFromStart(this.metrics);
    recordStartTime(this.serviceLevels);
    const aggregations = this.metrics.counter(aggregatorMetrics.discoveryAggregations).with({});
    this.metrics.onScrape(() => aggregations.raiseTo(this.discovery.aggregations));
    this.#addPages(version, options.flags);
    if (version) this.metrics.gauge(buildMetrics.buildInfo).with(buildLabels(version)).set(1);
    recordFeatures(this.metrics, this.features);
    this.health.add(pingCheck);
  }

  /** All paths that are listed at `/`. */
  get paths(): string[] {
    return [...this.discovery.paths, ...this.health.paths, ...this.otherPaths, ...this.pages.keys()];
  }

  /** Registers the storage of a server of the chain; several may share one. */
  addStorage(storage: Storage): void {
    if (this.#storages.size === 0) this.#addStorageChecks();
    this.#storages.add(storage);
  }

  /** Registers a cache that must be filled before the servers are ready. It is started with the servers. */
  addCache(cache: FillingCache): void {
    this.#caches.push(cache);
    if (this.#isStarted) cache.start();
  }

  /** The resources of the servers, other than custom ones. */
  get resources(): readonly Resource[] {
    return this.#caches.map(({ resource }) => resource);
  }

  /** Starts the caches, and binds the loopback client to the handler of the outermost server. */
  start(handle: Handle): void {
    this.#isStarted = true;
    this.loopback.bind(handle);
    for (const cache of this.#caches) cache.start();
  }

  /** The port that the outermost server listens on. Throws before it does; post-start hooks run later. */
  get port(): number {
    if (this.#port === undefined) throw new Error('the server has not been started');
    return this.#port;
  }

  set port(port: number) {
    this.#port = port;
  }

  /** Statistics of the objects of a request; undefined if they are not in a cache of these servers. */
  readonly statistics: ObjectStatistics = ({ apiGroup, resource }) =>
    this.#caches.find(({ resource: { groupResource } }) => {
      return groupResource.resource === resource && groupResource.group === apiGroup;
    })?.statistics;

  /** Resolves when all caches that are registered by now are filled. */
  async cachesFilled(): Promise<void> {
    await Promise.all(this.#caches.map((cache) => cache.ready()));
  }

  #addPages(version: VersionInfo | undefined, flags: SharedServerOptions['flags']): void {
    const startTime = performance.timeOrigin;
    const paths = (): string[] => this.paths;
    const { features } = this;
    const [hasStatus, hasFlags] = [features.isEnabled('ComponentStatusz'), features.isEnabled('ComponentFlagz')];
    if (version && hasStatus)
      this.pages.set('/statusz', statusPage({ version, startTime, now: systemClock.now, paths }));
    if (flags && hasFlags) this.pages.set('/flagz', flagsPage(flags));
  }

  #addStorageChecks(): void {
    this.health.add({ name: 'etcd', check: () => this.#checkStorages() });
    this.health.addReadyz({ name: 'etcd-readiness', check: () => this.#checkStorages() });
    this.health.addReadyz({ name: 'informer-sync', check: () => this.#checkCaches() });
  }

  async #checkStorages(): Promise<void> {
    for (const storage of this.#storages) await storage.currentRevision();
  }

  #checkCaches(): void {
    const waiting = this.#caches.filter(({ isReady }) => !isReady).length;
    if (waiting > 0) throw new Error(`${waiting} caches are not filled yet`);
  }
}

function buildLabels(version: VersionInfo) {
  return {
    major: version.major,
    minor: version.minor,
    git_version: version.gitVersion,
    git_commit: version.gitCommit,
    git_tree_state: version.gitTreeState,
    build_date: version.buildDate,
    go_version: version.goVersion,
    compiler: version.compiler,
    platform: version.platform,
  };
}
