import { hostname } from 'node:os';
import { Aggregator } from '../aggregator/index.js';
import { ApiExtensionsServer } from '../apiextensions/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { Console, type SharedSessions } from '../console/index.js';
import { builtInCodecs, builtInOpenApi, KubeServer } from '../kube/index.js';
import { NodeAuthorizer } from '../kube/node-authorizer/index.js';
import { RbacAuthorizer } from '../kube/rbac/index.js';
import { signWebToken } from '../kube/service-account-tokens/index.js';
import { builtInVersion } from '../kube/types/index.js';
import type { TokenRevocations } from '../server/authentication/index.js';
import {
  addHealthChecks,
  createAuditor,
  createEgress,
  createTracing,
  listenOptions,
  type OpenAuditLog,
  type OpenEngine,
  openStorage,
} from '../server/config/index.js';
import type { EgressSelector } from '../server/egress/index.js';
import { compose, type Filter, resolveRequestInfo } from '../server/filters/index.js';
import { FlowControl } from '../server/flow-control/index.js';
import { type ConnectionSource, type InjectedRequest, inject } from '../server/http/index.js';
import { type ApiServerOptions, RequestContext, SharedServer } from '../server/index.js';
import { systemdNotifier } from '../server/lifecycle/index.js';
import type { Logger } from '../server/logging/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';
import type { UncaughtErrors } from '../server/process/index.js';
import { Closers } from '../server/process/index.js';
import { kubeLongRunningRules } from '../server/routing/index.js';
import type { CacheRegistry } from '../storage/cacher/index.js';
import type { StorageImage } from '../storage/embedded/index.js';
import type { Storage } from '../storage/index.js';
import { createAdmission } from './admission/create-admission.js';
import { announceFeatures } from './announce-features.js';
import { createAuthentication } from './authentication/create-authentication.js';
import { authenticationInfo } from './authentication-info.js';
import { createAuthorization } from './authorization/create-authorization.js';
import type { ServerConfig } from './config/index.js';
import { openKubelets } from './open-kubelets.js';
import { publishStorageVersions } from './publish-storage-versions.js';
import { addStartHooks, healthOrder } from './start-checks.js';
import { startControllers } from './start-controllers.js';
import { versionInfo } from './version.js';
import { webhookServices } from './webhook-services.js';

export interface ServerChainOptions {
  readonly config: ServerConfig;
  readonly log: Logger;
  /** Initial content of a storage in memory. */
  readonly image?: StorageImage | undefined;
  /** Post-start hooks that have nothing to do, because the image has what they would create. */
  readonly completedPostStartHooks?: readonly string[];
  /** Creates the cache of a resource on its first use: for short-lived servers. Unset: with the servers. */
  readonly lazyCaches?: boolean;
  /** Knows the caches of the servers, and their initial content. Unset: they are filled from the storage. */
  readonly caches?: CacheRegistry;
  /** See `ApiServerOptions.filters`. */
  readonly filters?: ApiServerOptions['filters'];
  /** Opens the embedded engine. Unset: this process alone uses it. */
  readonly openEngine?: OpenEngine;
  /** Provides the connections. Unset: the server listens on the configured address. */
  readonly listen?: (address: { host: string | undefined; port: number }) => Promise<ConnectionSource>;
  /** Returns where the audit log is written; `open` opens the configured file. Unset: there. */
  readonly openAuditLog?: OpenAuditLog;
  /** Set if several processes serve as one. */
  readonly revocations?: TokenRevocations;
  readonly sharedSessions?: SharedSessions;
  /** What a controller of --controllers waits for, beside the server, by its name. Unset: nothing. */
  readonly startControllersAfter?: (controller: string) => Promise<void>;
  /** Another process of the same server maintains the stored objects that every server needs. */
  readonly isFollower?: boolean;
  /** Set in a process of our own; its counters are exposed as metrics. */
  readonly uncaught?: UncaughtErrors;
  /** Called with an error after which the servers cannot continue. */
  readonly onFatal: (error: Error) => void;
}

/**
 * Aggregator, kube, API extensions: each one serves what the ones before it do not. They share one storage, health,
 * discovery, OpenAPI and life cycle; requests pass the filters of the aggregator, which listens.
 */
export class ServerChain {
  /** The storage of all servers. */
  readonly storage: Storage;
  /** Undefined if it is not enabled. */
  readonly console: Console | undefined;
  readonly #host: string | undefined;
  readonly #aggregator: Aggregator;
  readonly #closers: Closers;
  readonly #respond: ReturnType<typeof compose>;

  /**
   * Constructs the servers, wires them, and starts them. What reads stored objects gets `shared.stores`, which exists
   * before the servers do; nothing is called before the start. What is opened first is closed last.
   */
  static async start(options: ServerChainOptions): Promise<ServerChain> {
    const { config, log, uncaught } = options;
    const closers = new Closers();
    try {
      const shared = createShared(options);
      const { metrics, features } = shared;
      const egress = await createEgress(config.egress, { metrics });
      const opening = openStorage(
        { ...config.storage, image: options.image },
        {
          ...{ metrics, features, serverId: config.serverId, onError: log.onError, openEngine: options.openEngine },
          dial: egress?.dialer('etcd'),
        },
      );
      const { storage, checks } = closers.add(await opening);
      const access = await createAccess(options, { shared, closers, egress });

      uncaught?.collect(metrics);
      announceFeatures(config, { log, metrics });
      addHealthChecks(shared, { log, checks });
      addStartHooks(shared, { hasFlowControl: access.flowControl !== undefined });
      const webConsole = createConsole(options, access);
      const aggregator = createServers(options, { ...access, shared, storage, closers, webConsole });

      const { host, port } = config.serving;
      const connections = await options.listen?.({ host, port });
      await aggregator.start({ ...(await listenOptions(config.serving)), connections });
      const { signing } = access;
      const signToken = signing && ((claims: JsonObject): string => signWebToken(claims, signing));
      const { lifecycle, loopback, queueMetrics, stores, onError } = shared;
      const isStorageShared = config.storage.etcd !== undefined;
      const dependencies = { lifecycle, loopback, queueMetrics, stores, onError, signToken, log, isStorageShared };
      closers.add(
        await startControllers(config.controllers, { ...dependencies, startAfter: options.startControllersAfter }),
      );
      return new ServerChain(options, { storage, webConsole, aggregator, closers });
    } catch (error) {
      await closers.close();
      throw error;
    }
  }

  private constructor(
    { config, filters = (defaults) => defaults }: ServerChainOptions,
    { storage, webConsole, aggregator, closers }: ChainMembers,
  ) {
    this.storage = storage;
    this.console = webConsole;
    this.#host = config.serving.host;
    this.#aggregator = aggregator;
    this.#closers = closers;
    const own = filters([]);
    const resolve = { name: 'resolveRequestInfo', handle: resolveRequestInfo() };
    this.#respond = compose([resolve, ...own], (context) => aggregator.serve(context));
  }

  get port(): number {
    return this.#aggregator.port;
  }

  /** The URL for clients on this machine. */
  get url(): string {
    const name = this.#host ?? '127.0.0.1';
    return `https://${name.includes(':') ? `[${name}]` : name}:${this.port}`;
  }

  get metrics(): MetricsRegistry {
    return this.#aggregator.shared.metrics;
  }

  /** Responds to a request that another process of the server has authorized. */
  respond(request: InjectedRequest): ReturnType<typeof inject> {
    return inject((injected) => this.#respond(new RequestContext(injected)), request);
  }

  /** Resolves when `/readyz` passes; rejects if it does not within the time. */
  ready(options: { timeoutMilliseconds: number }): Promise<void> {
    return this.#aggregator.shared.lifecycle.ready(options);
  }

  /** Resolves when requests in flight are finished, and everything is closed. */
  close(): Promise<void> {
    return this.#closers.close();
  }
}

interface ChainMembers {
  readonly storage: Storage;
  readonly webConsole: Console | undefined;
  readonly aggregator: Aggregator;
  readonly closers: Closers;
}

/** What decides whether and when a request is served. */
type Access = Awaited<ReturnType<typeof createAccess>>;

function createShared(options: ServerChainOptions): SharedServer {
  const { config, log, onFatal, completedPostStartHooks = [] } = options;
  // The service manager knows one process.
  const notifyServiceManager = options.isFollower ? undefined : systemdNotifier();
  const shared: SharedServer = new SharedServer({
    name: 'kube-apiserver',
    version: versionInfo(config.version, config.reportedVersion),
    features: config.features,
    openApi: builtInOpenApi(config.features),
    flags: config.flags,
    healthOrder,
    lifecycle: {
      ...config.lifecycle,
      onFatal,
      completedPostStartHooks,
      ...(notifyServiceManager && { notifyServiceManager }),
    },
    livezGraceMilliseconds: config.livezGraceMilliseconds,
    minRequestTimeoutSeconds: config.minRequestTimeoutSeconds,
    metrics: config.metrics,
    hasWatchCache: config.storage.hasWatchCache,
    onError: (error) => report(log, error, shared),
  });
  return shared;
}

async function createAccess(
  { config, log, openAuditLog, revocations }: ServerChainOptions,
  { shared, closers, egress }: { shared: SharedServer; closers: Closers; egress: EgressSelector | undefined },
) {
  const dial = egress?.dialer('controlplane');
  const { stores, metrics, onError } = shared;
  const { client } = shared.loopback;
  const creating = createAuthentication(config, { stores, metrics, client, revocations, egress, onError: log.onError });
  const { authenticator, accountTokens, signing } = closers.add(await creating);
  const audit = closers.add(await createAuditor(config.audit, { metrics, onError, openAuditLog, dial }));
  const kubelets = closers.add(
    await openKubelets(config.kubelets, { dial: egress?.dialer('cluster'), onError: log.onError }),
  );
  const rbac = new RbacAuthorizer(shared);
  const stored = { nodes: new NodeAuthorizer(shared), rbac };
  const { serverId } = config;
  const authorizing = createAuthorization(config.authorization, { metrics, serverId, onError, stored, dial });
  const { authorizer } = closers.add(await authorizing);
  const resolveService = webhookServices(client, { ...config.aggregator, egress });
  const creatingAdmission = createAdmission(config.admission, {
    ...{ stores, client, resolveService, authorizer, metrics, onError },
    features: config.features,
    stopping: shared.lifecycle.signals.notAcceptingNewRequest.signal,
    onWarning: (message) => log.warning(message),
  });
  const admission = closers.add(await creatingAdmission);
  const { features } = config;
  const tracing = await createTracing(config.tracing, { features, serverId, dial, onError: log.onError });
  if (tracing) closers.add(tracing);
  const listCost = features.isEnabled('SizeBasedListCostEstimate') ? 'bySize' : 'byCount';
  const flowControl = config.flowControl && new FlowControl({ ...config.flowControl, metrics, listCost });
  return {
    ...{ authenticator, accountTokens, audit, kubelets, rbac, authorizer, resolveService, admission, flowControl },
    signing,
    egress,
    tracer: tracing?.tracer,
  };
}

/** Creates the servers, the last one first, because each one gets the next. Returns the first. */
function createServers(
  options: ServerChainOptions,
  { shared, closers, webConsole, ...access }: Access & Omit<ChainMembers, 'aggregator'> & { shared: SharedServer },
): Aggregator {
  const { config, log, lazyCaches = false, caches } = options;
  const { authenticator, authorizer, admission, flowControl, resolveService, storage } = access;
  const common = {
    shared,
    storage,
    codecs: builtInCodecs,
    authorizer,
    admission,
    lazyCaches,
    caches,
    ...(flowControl && { flowControl }),
  };
  const apiExtensions = closers.add(
    new ApiExtensionsServer({
      ...common,
      resolveService,
      apiServerCount: config.apiServerCount,
      ownsStorage: config.storage.etcd === undefined && options.openEngine === undefined,
      // A kube-apiserver may use the same etcd.
      storedDefinitions: config.storage.etcd ? 'as upstream' : 'as served',
    }),
  );
  const kube = closers.add(
    new KubeServer({
      ...common,
      ...config.kube,
      storedAs: config.storage.mediaType === undefined ? undefined : builtInCodecs.find(config.storage.mediaType),
      rbac: access.rbac,
      kubelets: access.kubelets.options,
      kubernetesService: { ...config.kubernetesService, port: () => shared.port },
      tokens: authenticator.tokens,
      serviceAccountTokens: access.accountTokens,
      identity: { id: config.serverId, hostname: hostname() },
      audiences: config.authentication.audiences,
      delegate: apiExtensions,
    }),
  );
  const versions = publishStorageVersions(shared, config.serverId);
  return closers.add(
    new Aggregator({
      ...common,
      ...config.filters,
      ...config.aggregator,
      ...(access.audit && { audit: access.audit.auditor }),
      ...(access.tracer && { tracer: access.tracer }),
      dial: access.egress?.dialer('cluster'),
      filters: filtersOf(options, { webConsole, versions }),
      log,
      longRunning: kubeLongRunningRules,
      authenticator,
      authenticationInfo: authenticationInfo(config),
      externalAddress: config.externalHost,
      apiServiceType: (more) => builtInVersion('apiregistration.k8s.io/v1', 'APIService', more),
      delegate: kube,
      definitions: apiExtensions.definitions,
      isFollower: options.isFollower,
    }),
  );
}

function createConsole({ config, sharedSessions }: ServerChainOptions, { authenticator }: Access): Console | undefined {
  if (!config.console.isEnabled) return undefined;
  const { audiences } = config.authentication;
  return new Console({ tokens: authenticator.tokens, audiences, shared: sharedSessions });
}

function filtersOf(
  { filters = (defaults) => defaults }: ServerChainOptions,
  { webConsole, versions }: { webConsole: Console | undefined; versions: Filter | undefined },
): NonNullable<ApiServerOptions['filters']> {
  return (defaults) => {
    const all = versions ? [...defaults, versions] : defaults;
    return filters(webConsole ? webConsole.filters(all) : all);
  };
}

/** On shutdown, the watches of the servers' own controllers end: that is not an error. */
function report(log: Logger, error: unknown, { lifecycle }: SharedServer): void {
  if (!lifecycle.signals.notAcceptingNewRequest.happened) log.onError(error);
  else log.info('Error while the server ends', { err: String(error) }, { verbosity: 2 });
}
