import { systemClock } from '../apimachinery/clock/index.js';
import {
  acceptsGzip,
  type CodecRegistry,
  cborCodec,
  standardCodecs,
  zippedPieces,
} from '../apimachinery/codec/index.js';
import { compositeKey } from '../apimachinery/meta/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import { genericServerResponse } from '../apimachinery/status/index.js';
import { SharedInformers } from '../client/informer/index.js';
import { kubeconfigFor, writeKubeconfig } from '../client/kubeconfig/index.js';
import type { ApiServerOptions, Delegate, ListenOptions, LocalKubeconfig } from './api-server-options.js';
import { alwaysUser } from './authentication/index.js';
import { alwaysAllow } from './authorization/index.js';
import { debugResponse, pageResponse } from './debug/index.js';
import {
  describeResource,
  discoveryHandler,
  indexResponse,
  type ServerAddress,
  versionResponse,
} from './discovery/index.js';
import { type FeatureGates, servedCodecs } from './feature-gates/index.js';
import { compose, defaultFilters, type Filter } from './filters/index.js';
import { admitAll, ResourceRouter } from './handlers/index.js';
import {
  type ApiRequest,
  type ApiResponse,
  keepSelfSigned,
  readPem,
  SecureServer,
  type TlsOptions,
} from './http/index.js';
import { InstalledResource } from './installed-resource.js';
import type { Handle } from './loopback.js';
import { AccessMetrics, type MetricsRegistry } from './metrics/index.js';
import { checkSchemas, type GroupDefinition, type Resource, type ResourceStore } from './registry/index.js';
import { RequestContext } from './request-context.js';
import { basicLongRunningRules, longRunningCheck, type RequestInfo } from './routing/index.js';
import { asOfRelease, storedForRelease, withServedVersions } from './served-versions.js';
import { addController, type ServerController } from './server-controller.js';
import { SharedServer } from './shared-server.js';

/**
 * Serves API groups. The servers of the chain, and extension API servers, are built on it. A server is constructed,
 * gets its groups by `install`, and runs from `start` on; a constructor starts nothing.
 */
export class ApiServer implements Delegate {
  readonly shared: SharedServer;
  /** The feature gates of the chain, and those of this server. */
  readonly features: FeatureGates;
  readonly #options: ApiServerOptions;
  /** Those of the resources. */
  readonly #codecs: CodecRegistry;
  readonly #router = new ResourceRouter();
  readonly #installed: InstalledResource[] = [];
  readonly #groups = new Set<string>();
  /** Long-running subresources, by group, resource and name. */
  readonly #streams = new Set<string>();
  readonly #discover: (request: ApiRequest) => Promise<ApiResponse | undefined>;
  readonly #onClose: (() => MaybePromise<void>)[] = [];
  #chain: Handle | undefined;
  #listener: SecureServer | undefined;
  #certificate: TlsOptions['certificate']['certificate'] | undefined;
  #informers: SharedInformers | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: ApiServerOptions) {
    const { codecs = standardCodecs, shared = new SharedServer(options) } = options;
    this.shared = shared;
    this.features = shared.features.including(options.gates ?? {});
    this.#codecs = servedCodecs(codecs, this.features);
    const { authenticator = options.delegation?.authenticator, authorizer = options.delegation?.authorizer } = options;
    this.#options = {
      ...options,
      ...(authenticator && { authenticator }),
      ...(authorizer && { authorizer }),
      codecs,
      onError: shared.onError,
    };
    this.#discover = discoveryHandler({
      registry: shared.discovery,
      codecs,
      versionCodecs: this.#codecs,
      serverAddresses: () => this.#serverAddresses(),
    });
    shared.addStorage(options.storage);
  }

  /**
   * Installs the group's resources. Each has its own cache, which starts to fill with the server. Throws if a schema is
   * invalid.
   */
  install(group: GroupDefinition): void {
    const { isServed } = this.#options;
    const { emulation, minCompatibility } = this.features;
    const readable = minCompatibility ? storedForRelease(group, minCompatibility) : group;
    const chosen = isServed ? withServedVersions(readable, isServed) : readable;
    const { name, resources } = asOfRelease(chosen, emulation);
    const { admission = admitAll, authorizer = alwaysAllow, clock = systemClock } = this.#options;
    const { minRequestTimeoutSeconds, hasWatchCache, resourceMetrics, requestMetrics } = this.shared;
    const { consistencyChecks } = this.shared;
    const { features } = this;
    const codecs = this.#codecs;
    const options = {
      ...this.#options,
      ...{ codecs, admission, authorizer, clock, features, minRequestTimeoutSeconds, hasWatchCache },
      ...{ resourceMetrics, requestMetrics, consistencyChecks },
    };
    const enabled = resources.filter(({ featureGate }) => !featureGate || features.isEnabled(featureGate));
    for (const definition of enabled) checkSchemas(definition);
    const installed = enabled.map((definition) => new InstalledResource(name, definition, options));
    for (const cache of installed) {
      this.#router.addResource(cache);
      this.shared.openApi.add(cache.resource);
      this.shared.addCache(cache);
      this.shared.stores.add(cache);
      for (const name of longRunningSubresources(cache.resource)) {
        this.#streams.add(compositeKey(cache.resource.group, cache.resource.definition.plural, name));
      }
    }
    this.#installed.push(...installed);
    const hasStorageVersionHash = features.isEnabled('StorageVersionHash');
    const versions = new Set(installed.flatMap(({ resource }) => resource.kind.servedVersions));
    // A group of which nothing is served is unknown.
    if (versions.size > 0) this.#groups.add(name);
    for (const version of versions) {
      const served = installed.filter(({ resource }) => resource.kind.servedVersions.includes(version));
      this.shared.discovery.setGroupVersion(name, {
        version,
        resources: served.map(({ resource }) => describeResource(resource, version, { hasStorageVersionHash })),
      });
    }
  }

  /** Returns the store of an installed resource, for components of the server. */
  store(group: string, plural: string): ResourceStore {
    return this.shared.stores.get(group, plural);
  }

  /**
   * Starts the caches of the chain, and lets its loopback client send requests to this server, the outermost one.
   * `start` does so too; without it, call this to `handle` requests.
   */
  prepare(): void {
    if (this.#chain) return;
    this.#chain = compose(this.#filters(), (context) => this.serve(context));
    this.shared.start(this.#chain);
  }

  /** Handles a request that has not passed the filters. Throws if the server has not been prepared. */
  readonly handle = (request: ApiRequest): MaybePromise<ApiResponse> => {
    if (!this.#chain) throw new Error('the server has not been prepared');
    return this.#chain(new RequestContext(request));
  };

  /** Serves a request that has passed the filters of the outermost server of the chain. */
  serve(context: RequestContext): MaybePromise<ApiResponse> {
    const { info, request } = context;
    const mayCompress = this.features.isEnabled('APIResponseCompression') || request.path.startsWith('/openapi/');
    if (!mayCompress) request.dropHeader('accept-encoding');
    const hasRoute = info.isResourceRequest && !request.path.startsWith('//');
    if (hasRoute) return this.#router.handle(context) ?? this.#leave(context);
    return this.#handleNonResource(context).then((response) => response ?? this.#leave(context));
  }

  /** Passes the request to the next server of the chain. */
  #leave(context: RequestContext): MaybePromise<ApiResponse> {
    const { info, request } = context;
    const { delegate } = this.#options;
    if (delegate && !this.#hasGroupOf(request.path)) return delegate.serve(context);
    throw genericServerResponse({ code: 404, method: info.verb, resource: { group: '', resource: '' }, name: '' });
  }

  /** Starts listening. Resolves when requests are served; rejects if the options are invalid. */
  async start({ host, port, tls, limits, connections }: ListenOptions): Promise<void> {
    const { onError, delegation } = this.#options;
    this.prepare();
    const certificates =
      'certDirectory' in tls
        ? { ...tls, certificate: await keepSelfSigned({ directory: tls.certDirectory, names: tls.names }) }
        : tls;
    this.#certificate = certificates.certificate.certificate;
    await this.shared.lifecycle.start(async () => {
      this.#listener = await SecureServer.start({
        handler: this.handle,
        host,
        port,
        connections,
        tls: { ...(delegation && { clientAuthorities: delegation.clientAuthorities }), ...certificates },
        limits,
        onError,
        onHandshakeError: () => this.shared.requestMetrics.handshakeFailed(),
      });
      this.shared.port = this.#listener.port;
      return this.#listener;
    });
  }

  get port(): number {
    if (!this.#listener) throw new Error('the server has not been started');
    return this.#listener.port;
  }

  /**
   * Writes a kubeconfig by which clients on this machine reach the server, as the given user. They trust the server's
   * certificate.
   */
  async writeKubeconfig(file: string, { name = 'apiserver', ...entry }: LocalKubeconfig): Promise<void> {
    const [server, authorities] = [`https://127.0.0.1:${this.port}`, String(await readPem(this.#certificate!))];
    await writeKubeconfig(file, kubeconfigFor({ ...entry, name, server, authorities }));
  }

  get openWatches(): number {
    return this.#installed.reduce((total, resource) => total + resource.openWatches, 0);
  }

  /**
   * Informers on this server's own API, through the loopback client. Those that are requested before the server starts
   * are started with it, by the post-start hook `start-informers`: the server is ready when they have synced.
   */
  get informers(): SharedInformers {
    this.#informers ??= this.#createInformers();
    return this.#informers;
  }

  /**
   * Reconciles the objects of a resource: all of them when the server starts, and then those that change. Call it
   * before the start; `name` is that of the controller's post-start hook and work queue.
   */
  addController<Item extends object>(name: string, controller: ServerController<Item>): void {
    addController(this, name, controller);
  }

  /** Calls `close` when the server has closed its connections, before the storage is closed; the last one first. */
  onClose(close: () => MaybePromise<void>): void {
    this.#onClose.push(close);
  }

  /**
   * Shuts down gracefully, and closes what belongs to the server: informers, delegation, admission plug-ins, audit
   * backends and the storage, unless other servers share them. Later calls return the same promise.
   */
  close(reason = 'closed'): Promise<void> {
    this.#closing ??= this.#close(reason);
    return this.#closing;
  }

  async #close(reason: string): Promise<void> {
    const { shared, delegation, admission, audit, storage } = this.#options;
    try {
      if (this.#listener) await this.shared.lifecycle.shutdown(reason);
    } finally {
      await this.#informers?.close();
      await Promise.all(this.#installed.map((resource) => resource.close()));
      for (const close of this.#onClose.reverse()) await close();
      if (!shared) {
        delegation?.close();
        await Promise.all([admission?.close?.(), audit?.close()]);
        await storage.close();
      }
    }
  }

  #createInformers(): SharedInformers {
    const { loopback, lifecycle, onError } = this.shared;
    const informers = new SharedInformers({ client: loopback.client, onError });
    if (this.#listener) return informers;
    lifecycle.addPostStartHook('start-informers', async ({ signal }) => {
      signal.addEventListener('abort', () => void informers.close(), { once: true });
      informers.start();
      await informers.synced();
    });
    return informers;
  }

  #filters(): readonly Filter[] {
    const { longRunning = basicLongRunningRules, codecs = standardCodecs } = this.#options;
    const { authenticator = alwaysUser(anonymous), authorizer = alwaysAllow } = this.#options;
    const { lifecycle, requestMetrics: metrics, statistics, onError: onPanic } = this.shared;
    const access = new AccessMetrics(this.shared.metrics);
    const isLongRunningByRule = longRunningCheck(longRunning);
    const isLongRunning = (info: RequestInfo): boolean =>
      isLongRunningByRule(info) || this.#isDeclaredLongRunning(info);
    const { filters = (defaults) => defaults } = this.#options;
    const defaults = defaultFilters({
      ...this.#options,
      features: this.features,
      ...{ authenticator, authorizer, access, codecs, lifecycle, metrics, statistics, isLongRunning, onPanic },
    });
    return filters(defaults);
  }

  #isDeclaredLongRunning({ apiGroup, resource, subresource }: RequestInfo): boolean {
    if (subresource === '' || this.#streams.size === 0) return false;
    return this.#streams.has(compositeKey(apiGroup, resource, subresource));
  }

  /** Paths below a group that is installed here are not delegated. */
  #hasGroupOf(path: string): boolean {
    const [, prefix, group = ''] = path.split('/', 3);
    return prefix === 'api' ? this.#groups.has('') : prefix === 'apis' && group !== '' && this.#groups.has(group);
  }

  async #handleNonResource(context: RequestContext): Promise<ApiResponse | undefined> {
    const { request } = context;
    const { version, metrics, serviceLevels, health, openApi, pages } = this.shared;
    const page = pages.get(request.path);
    if (page) return pageResponse(context, page, { hasCbor: this.#codecs.find(cborCodec.mediaType) !== undefined });
    switch (request.path) {
      case '/':
      case '/index.html':
        return indexResponse(this.shared.paths);
      case '/metrics':
        return metricsResponse(metrics, request);
      case '/metrics/slis':
        return metricsResponse(serviceLevels, request);
      default:
        if (request.path.startsWith('/debug/')) return debugResponse(request, this.#options);
        return (
          (await health.respond(request)) ??
          (version && versionResponse(version, request)) ??
          (await this.#discover(request)) ??
          openApi.handle(request)
        );
    }
  }

  /** One address for all clients: the server does not know the networks through which it can be reached. */
  #serverAddresses(): ServerAddress[] {
    const host = this.#options.externalAddress ?? '127.0.0.1';
    return [{ clientCIDR: '0.0.0.0/0', serverAddress: `${host}:${this.#listener?.port ?? 443}` }];
  }
}

function longRunningSubresources(resource: Resource): string[] {
  const all = resource.kind.servedVersions.flatMap((version) => Object.entries(resource.subresources(version)));
  return all.flatMap(([name, one]) => (one && 'connect' in one && one.isLongRunning ? [name] : []));
}

const startSeconds = String(Math.floor(performance.timeOrigin / 1000));

/** The start time lets readers of metrics detect that counters were reset. */
function metricsResponse(metrics: MetricsRegistry, request: ApiRequest): ApiResponse {
  const response = metrics.respond({ method: request.method, accept: request.header('accept') });
  if (request.method === 'DELETE') return response;
  const headers = { ...response.headers, 'process-start-time-unix': startSeconds };
  if (!acceptsGzip(request.header('accept-encoding'))) return { ...response, headers };
  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: zippedPieces(response.body),
  };
}

const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
