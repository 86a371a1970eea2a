import { systemClock } from '../apimachinery/clock/index.js';
import type { GroupResource } from '../apimachinery/meta/index.js';
import type { Storage } from '../storage/index.js';
import { flagsPage, type InstancePage, statusPage } from './debug/index.js';
import { DiscoveryRegistry, type VersionInfo } from './discovery/index.js';
import type { ObjectStatistics } from './flow-control/index.js';
import { HealthRegistry, pingCheck } from './health/index.js';
import { LifecycleController, type LifecycleOptions } from './lifecycle/index.js';
import { Loopback } from './loopback.js';
import {
  ApiServerMetrics,
  aggregatorMetrics,
  buildMetrics,
  collectProcessMetrics,
  countFromStart,
  countHealthChecks,
  MetricsRegistry,
  ResourceMetrics,
  tellStartTime,
} from './metrics/index.js';
import { type OpenApiOptions, OpenApiService } from './openapi/index.js';

export interface ServerPartsOptions {
  /** What `/version` says. */
  readonly version?: VersionInfo;
  /** Who writes what the servers write by themselves, as managed fields tell it. `apiserver` if absent. */
  readonly name?: string;
  /** What OpenAPI documents say beside what resources say of themselves. */
  readonly openApi?: Omit<OpenApiOptions, 'version'>;
  /** How the servers end; see LifecycleController. */
  readonly lifecycle?: Partial<Omit<LifecycleOptions, 'health'>>;
  /** In which order health checks are told; see HealthRegistry. */
  readonly healthOrder?: readonly string[];
  /** --livez-grace-period */
  readonly livezGraceMilliseconds?: number;
  /** --min-request-timeout: how long watches last at least, unless their clients say otherwise. Half an hour if absent. */
  readonly minRequestTimeoutSeconds?: number;
  /** What `/flagz` tells: all flags with their values. There is no such page if absent. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Told of what went wrong without a client being to blame. */
  readonly onError?: (error: unknown) => void;
}

export interface FillingCache {
  readonly isReady: boolean;
  /** Resolves when it is. */
  ready(): Promise<void>;
  readonly resource: { readonly groupResource: GroupResource };
  /** How many objects it holds, and how long they are. */
  readonly statistics: { readonly count: number; readonly averageBytes: number };
}

/** What the servers of one chain share: one view of health, metrics, discovery and OpenAPI, and one life. */
export class ServerParts {
  readonly version: VersionInfo | undefined;
  readonly onError: (error: unknown) => void;
  readonly minRequestTimeoutSeconds: number;
  readonly health: HealthRegistry;
  readonly metrics = new MetricsRegistry();
  /** What `/metrics/slis` tells: how the health checks went. */
  readonly serviceLevels = new MetricsRegistry();
  readonly requestMetrics: ApiServerMetrics;
  readonly resourceMetrics: ResourceMetrics;
  readonly discovery = new DiscoveryRegistry();
  readonly openApi: OpenApiService;
  readonly lifecycle: LifecycleController;
  readonly loopback: Loopback;
  /** What else is served, and told of at `/`. */
  readonly otherPaths = new Set([
    '/metrics',
    '/metrics/slis',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/version',
  ]);
  /** What the servers tell of themselves, by path. */
  readonly pages = new Map<string, InstancePage>();
  readonly #storages = new Set<Storage>();
  readonly #caches: FillingCache[] = [];

  constructor(options: ServerPartsOptions = {}) {
    const { version, lifecycle, openApi, onError = (error) => console.error(error) } = options;
    this.loopback = new Loopback(`${options.name ?? 'apiserver'}/${version?.gitVersion ?? 'v0'}`, {
      isEnding: () => this.lifecycle.signals.notAcceptingNewRequest.happened,
    });
    const { livezGraceMilliseconds = 0, minRequestTimeoutSeconds = 1800 } = options;
    this.version = version;
    this.minRequestTimeoutSeconds = minRequestTimeoutSeconds;
    this.health = new HealthRegistry({
      livezGraceMilliseconds,
      order: options.healthOrder,
      onOutcome: countHealthChecks(this.serviceLevels),
    });
    this.onError = onError;
    this.openApi = new OpenApiService({
      ...openApi,
      version: version ? `${version.major}.${version.minor}` : 'unversioned',
    });
    this.lifecycle = new LifecycleController({
      onFatal: onError,
      ...lifecycle,
      health: this.health,
    });
    this.requestMetrics = new ApiServerMetrics(this.metrics);
    this.resourceMetrics = new ResourceMetrics(this.metrics);
    collectProcessMetrics(this.metrics);
    countFromStart(this.metrics);
    tellStartTime(this.serviceLevels);
    const aggregations = this.metrics.counter(aggregatorMetrics.discoveryAggregations).with({});
    this.metrics.onScrape(() => aggregations.raiseTo(this.discovery.aggregations));
    this.#addPages(options);
    if (version) this.metrics.gauge(buildMetrics.buildInfo).with(buildLabels(version)).set(1);
    this.health.add(pingCheck);
  }

  /** All that is told of at `/`. */
  get paths(): string[] {
    return [...this.discovery.paths, ...this.health.paths, ...this.otherPaths, ...this.pages.keys()];
  }

  /** The store that a server of the chain works on; they may share one. */
  addStorage(storage: Storage): void {
    if (this.#storages.size === 0) this.#addStorageChecks();
    this.#storages.add(storage);
  }

  /** A cache that must be filled before the servers are ready. */
  addCache(cache: FillingCache): void {
    this.#caches.push(cache);
  }

  /** What is known of the objects that a request is about; undefined where they are not in a cache of these servers. */
  readonly statistics: ObjectStatistics = ({ apiGroup, resource }) =>
    this.#caches.find(({ resource: { groupResource } }) => {
      return groupResource.resource === resource && groupResource.group === apiGroup;
    })?.statistics;

  /** Resolves when all caches that there are by now are filled. */
  async cachesFilled(): Promise<void> {
    await Promise.all(this.#caches.map((cache) => cache.ready()));
  }

  #addPages({ version, flags }: ServerPartsOptions): void {
    const startTime = performance.timeOrigin;
    const paths = (): string[] => this.paths;
    if (version) this.pages.set('/statusz', statusPage({ version, startTime, now: systemClock.now, paths }));
    if (flags) this.pages.set('/flagz', flagsPage(flags));
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
