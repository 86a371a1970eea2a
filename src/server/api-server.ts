import { type CodecRegistry, standardCodecs } from '../apimachinery/codec/index.js';
import { genericServerResponse } from '../apimachinery/status/index.js';
import type { Storage } from '../storage/index.js';
import { type Authenticator, alwaysUser } from './authentication/index.js';
import { type Authorizer, alwaysAllow } from './authorization/index.js';
import {
  DiscoveryRegistry,
  describeResource,
  discoveryHandler,
  indexResponse,
  type ServerAddress,
  type VersionInfo,
  versionResponse,
} from './discovery/index.js';
import { compose, defaultFilters } from './filters/index.js';
import { type Admission, admitAll, ResourceRouter } from './handlers/index.js';
import { HealthRegistry, pingCheck } from './health/index.js';
import { type ApiRequest, type ApiResponse, keepSelfSigned, SecureServer, type TlsOptions } from './http/index.js';
import { InstalledResource } from './installed-resource.js';
import { LifecycleController } from './lifecycle/index.js';
import { ApiServerMetrics, collectProcessMetrics, MetricsRegistry } from './metrics/index.js';
import { OpenApiService } from './openapi/index.js';
import type { GroupDefinition } from './registry/index.js';
import { RequestContext } from './request-context.js';
import { basicLongRunningRules, longRunningCheck } from './routing/index.js';

export interface ApiServerOptions {
  readonly storage: Storage;
  readonly authenticator?: Authenticator;
  readonly authorizer?: Authorizer;
  readonly admission?: Admission;
  readonly codecs?: CodecRegistry;
  /** Who answers what this server does not serve; the client is told that there is no such thing if absent. */
  readonly delegate?: (context: RequestContext) => Promise<ApiResponse>;
  /** Where clients reach the server, as discovery tells them. */
  readonly externalAddress?: string;
  /** What `/version` says. */
  readonly version?: VersionInfo;
  readonly now?: () => number;
  /** Told of what went wrong without a client being to blame. */
  readonly onError?: (error: unknown) => void;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Either certificates, or where a self-signed one is kept. */
  readonly tls: TlsOptions | { readonly certDirectory: string; readonly names: readonly [string, ...string[]] };
}

const requestTimeoutMilliseconds = 60_000;
const inFlight = { readOnly: 400, mutating: 200 };
/** Watches are told to end, a few at a time, within this time; without it they would hold up the end for a minute. */
const watchGraceMilliseconds = 5000;

/** Serves groups of resources: what all servers of the chain, and extension API servers, are made of. */
export class ApiServer {
  readonly health = new HealthRegistry();
  readonly metrics = new MetricsRegistry();
  readonly discovery = new DiscoveryRegistry();
  readonly lifecycle: LifecycleController;
  readonly openApi: OpenApiService;
  readonly #options: ApiServerOptions;
  readonly #router = new ResourceRouter();
  readonly #installed: InstalledResource[] = [];
  readonly #discover: (request: ApiRequest) => Promise<ApiResponse | undefined>;
  readonly #handle: (context: RequestContext) => Promise<ApiResponse>;
  #listener: SecureServer | undefined;

  constructor(options: ApiServerOptions) {
    const { storage, codecs = standardCodecs, onError = (error) => console.error(error) } = options;
    this.#options = { ...options, codecs, onError };
    this.lifecycle = new LifecycleController({ health: this.health, onFatal: onError, watchGraceMilliseconds });
    this.#discover = discoveryHandler({
      registry: this.discovery,
      codecs,
      serverAddresses: () => this.#serverAddresses(),
    });
    this.openApi = new OpenApiService({ version: options.version?.gitVersion ?? 'unversioned' });
    collectProcessMetrics(this.metrics);
    this.health.add(pingCheck, { name: 'etcd', check: async () => void (await storage.currentRevision()) });
    this.health.addReadyz({ name: 'informer-sync', check: () => this.#checkCaches() });
    const filters = defaultFilters({
      authenticator: options.authenticator ?? alwaysUser(anonymous),
      authorizer: options.authorizer ?? alwaysAllow,
      codecs,
      lifecycle: this.lifecycle,
      metrics: new ApiServerMetrics(this.metrics),
      isLongRunning: longRunningCheck(basicLongRunningRules),
      requestTimeoutMilliseconds,
      inFlight,
      onPanic: onError,
    });
    this.#handle = compose(filters, (context) => this.serve(context));
  }

  /** Makes the group's resources available. Each has a cache of its own, which begins to fill at once. */
  install({ name, resources }: GroupDefinition): void {
    const { codecs = standardCodecs, admission = admitAll, authorizer = alwaysAllow, now = Date.now } = this.#options;
    const options = { ...this.#options, codecs, admission, authorizer, now };
    const installed = resources.map((definition) => new InstalledResource(name, definition, options));
    for (const { routes, resource } of installed) {
      for (const route of routes) this.#router.add(route);
      this.openApi.add(resource);
    }
    this.#installed.push(...installed);
    const versions = new Set(installed.flatMap(({ resource }) => resource.kind.servedVersions));
    for (const version of versions) {
      const served = installed.filter(({ resource }) => resource.kind.servedVersions.includes(version));
      this.discovery.setGroupVersion(name, {
        version,
        resources: served.map(({ resource }) => describeResource(resource)),
      });
    }
  }

  /** A request that has not been through the filters. */
  readonly handle = (request: ApiRequest): Promise<ApiResponse> => this.#handle(new RequestContext(request));

  /** A request that another server of the chain has let through its filters. */
  async serve(context: RequestContext): Promise<ApiResponse> {
    const { info, request } = context;
    const answer = info.isResourceRequest ? await this.#router.handle(context) : await this.#answerNonResource(request);
    if (answer) return answer;
    if (this.#options.delegate) return this.#options.delegate(context);
    throw genericServerResponse({ code: 404, method: info.verb, resource: { group: '', resource: '' }, name: '' });
  }

  /** Listens. Resolves when requests are answered. */
  async start({ host, port, tls }: ListenOptions): Promise<void> {
    const { onError } = this.#options;
    const certificates =
      'certDirectory' in tls
        ? { certificate: await keepSelfSigned({ directory: tls.certDirectory, names: tls.names }) }
        : tls;
    await this.lifecycle.start(async () => {
      this.#listener = await SecureServer.start({ handler: this.handle, host, port, tls: certificates, onError });
      return this.#listener;
    });
  }

  get port(): number {
    if (!this.#listener) throw new Error('the server has not been started');
    return this.#listener.port;
  }

  get openWatches(): number {
    return this.#installed.reduce((total, resource) => total + resource.openWatches, 0);
  }

  /** Ends in the order that clients notice least, and closes the storage. */
  async close(reason = 'closed'): Promise<void> {
    if (this.#listener) await this.lifecycle.shutdown(reason);
    await Promise.all(this.#installed.map((resource) => resource.close()));
    await this.#options.storage.close();
  }

  async #answerNonResource(request: ApiRequest): Promise<ApiResponse | undefined> {
    const { version } = this.#options;
    switch (request.path) {
      case '/':
        return indexResponse(this.#paths());
      case '/version':
        return version && versionResponse(version);
      case '/metrics':
        return this.metrics.answer(request.method);
      default:
        return (await this.health.answer(request)) ?? (await this.#discover(request)) ?? this.openApi.handle(request);
    }
  }

  #paths(): string[] {
    return [...this.discovery.paths, ...this.health.paths, '/metrics', '/openapi/v2', '/openapi/v3', '/version'];
  }

  /** One address for all clients: the server does not know by which networks it can be reached. */
  #serverAddresses(): ServerAddress[] {
    const host = this.#options.externalAddress ?? '127.0.0.1';
    return [{ clientCIDR: '0.0.0.0/0', serverAddress: `${host}:${this.#listener?.port ?? 443}` }];
  }

  #checkCaches(): void {
    const waiting = this.#installed.filter(({ isReady }) => !isReady).length;
    if (waiting > 0) throw new Error(`${waiting} caches are not filled yet`);
  }
}

const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
