import { type Clock, systemClock } from '../apimachinery/clock/index.js';
import { type Codec, type CodecRegistry, standardCodecs } from '../apimachinery/codec/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import { genericServerResponse } from '../apimachinery/status/index.js';
import type { Storage } from '../storage/index.js';
import { type Authenticator, alwaysUser } from './authentication/index.js';
import { type Authorizer, alwaysAllow } from './authorization/index.js';
import { answerPage, type DebugOptions, debugAnswer } from './debug/index.js';
import {
  describeResource,
  discoveryHandler,
  indexResponse,
  type ServerAddress,
  type VersionInfo,
  versionResponse,
} from './discovery/index.js';
import { compose, defaultFilters, type FilterOptions } from './filters/index.js';
import { type Admission, admitAll, type KnownKinds, ResourceRouter } from './handlers/index.js';
import {
  type ApiRequest,
  type ApiResponse,
  keepSelfSigned,
  type Limits,
  SecureServer,
  type TlsOptions,
} from './http/index.js';
import { InstalledResource } from './installed-resource.js';
import { AccessMetrics, type MetricsRegistry } from './metrics/index.js';
import type { GroupDefinition, ResourceStore } from './registry/index.js';
import { RequestContext } from './request-context.js';
import { basicLongRunningRules, type LongRunningRules, longRunningCheck } from './routing/index.js';
import { type IsServed, withServedVersions } from './served-versions.js';
import { SharedServer } from './shared-server.js';

export interface ApiServerOptions extends FilterOptions, Pick<DebugOptions, 'profiling'> {
  readonly storage: Storage;
  /**
   * What it shares with the other servers of a chain. The outermost server of a chain is created last: requests pass
   * its filters. Unset: the server stands alone, and closes its storage when it closes.
   */
  readonly parts?: SharedServer;
  readonly authenticator?: Authenticator;
  readonly authorizer?: Authorizer;
  readonly admission?: Admission;
  readonly codecs?: CodecRegistry;
  /** Encoding of stored objects, one of the above. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  /** The kinds that it has types for. */
  readonly kinds?: KnownKinds;
  /** Handles requests that this server does not serve. Unset: they get 404. */
  readonly delegate?: Handle;
  /** Address of the server in discovery documents. */
  readonly externalAddress?: string;
  /** The content of `/version`. Unset: that of `parts`. */
  readonly version?: VersionInfo;
  /** Time source and timers. Default: the system clock. */
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Called with errors that no request caused. Unset: that of `parts`. */
  readonly onError?: (error: unknown) => void;
  /** --runtime-config: which versions are served. Unset: as their definitions say. */
  readonly isServed?: IsServed;
  /** Which requests are long-running. Unset: watches only. */
  readonly longRunning?: LongRunningRules;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** TLS options with a certificate, or with the directory of a self-signed one for these names. */
  readonly tls: TlsOptions | (Omit<TlsOptions, 'certificate'> & KeptCertificate);
  /** Limits of a single connection. */
  readonly limits?: Partial<Limits>;
}

export interface KeptCertificate {
  readonly certDirectory: string;
  readonly names: readonly [string, ...string[]];
}

type Handle = (context: RequestContext) => MaybePromise<ApiResponse>;

/** Serves API groups. The servers of the chain, and extension API servers, are built on it. */
export class ApiServer {
  readonly parts: SharedServer;
  readonly #options: ApiServerOptions;
  readonly #router = new ResourceRouter();
  readonly #installed: InstalledResource[] = [];
  readonly #groups = new Set<string>();
  readonly #discover: (request: ApiRequest) => Promise<ApiResponse | undefined>;
  #filtered: Handle | undefined;
  #listener: SecureServer | undefined;

  constructor(options: ApiServerOptions) {
    const { codecs = standardCodecs, parts = new SharedServer(options) } = options;
    this.parts = parts;
    this.#options = { ...options, codecs, onError: parts.onError };
    this.#discover = discoveryHandler({
      registry: parts.discovery,
      codecs,
      serverAddresses: () => this.#serverAddresses(),
    });
    parts.addStorage(options.storage);
    parts.loopback.bind((context) => this.#chain(context));
  }

  /** Installs the group's resources. Each has its own cache, which starts to fill immediately. */
  install(group: GroupDefinition): void {
    const { isServed } = this.#options;
    const { name, resources } = isServed ? withServedVersions(group, isServed) : group;
    const {
      codecs = standardCodecs,
      admission = admitAll,
      authorizer = alwaysAllow,
      clock = systemClock,
    } = this.#options;
    const { minRequestTimeoutSeconds, resourceMetrics, requestMetrics } = this.parts;
    const shared = { minRequestTimeoutSeconds, resourceMetrics, requestMetrics };
    const options = { ...this.#options, codecs, admission, authorizer, clock, ...shared };
    const installed = resources.map((definition) => new InstalledResource(name, definition, options));
    for (const cache of installed) {
      for (const route of cache.routes) this.#router.add(route);
      this.parts.openApi.add(cache.resource);
      this.parts.addCache(cache);
    }
    this.#installed.push(...installed);
    this.#groups.add(name);
    const versions = new Set(installed.flatMap(({ resource }) => resource.kind.servedVersions));
    for (const version of versions) {
      const served = installed.filter(({ resource }) => resource.kind.servedVersions.includes(version));
      this.parts.discovery.setGroupVersion(name, {
        version,
        resources: served.map(({ resource }) => describeResource(resource, version)),
      });
    }
  }

  /** Returns the store of an installed resource, for components of the server. */
  store(group: string, plural: string): ResourceStore {
    const installed = this.#installed.find(
      ({ resource }) => resource.group === group && resource.definition.plural === plural,
    );
    if (!installed) throw new Error(`${plural} of the group ${JSON.stringify(group)} are not installed`);
    return installed.store;
  }

  /** Handles a request that has not passed the filters. */
  readonly handle = (request: ApiRequest): MaybePromise<ApiResponse> => this.#chain(new RequestContext(request));

  /** Serves a request that has passed the filters of another server of the chain. */
  serve(context: RequestContext): MaybePromise<ApiResponse> {
    const { info, request } = context;
    const hasRoute = info.isResourceRequest && !request.path.startsWith('//');
    if (hasRoute) return this.#router.handle(context) ?? this.#leave(context);
    return this.#answerNonResource(context).then((answer) => answer ?? this.#leave(context));
  }

  /** Passes the request to the next server of the chain. */
  #leave(context: RequestContext): MaybePromise<ApiResponse> {
    const { info, request } = context;
    const { delegate } = this.#options;
    if (delegate && !this.#hasGroupOf(request.path)) return delegate(context);
    throw genericServerResponse({ code: 404, method: info.verb, resource: { group: '', resource: '' }, name: '' });
  }

  /** Starts listening. Resolves when requests are served; rejects if the options are invalid. */
  async start({ host, port, tls, limits }: ListenOptions): Promise<void> {
    const { onError } = this.#options;
    const chain = this.#chain;
    const handler = (request: ApiRequest): MaybePromise<ApiResponse> => chain(new RequestContext(request));
    const certificates =
      'certDirectory' in tls
        ? { ...tls, certificate: await keepSelfSigned({ directory: tls.certDirectory, names: tls.names }) }
        : tls;
    await this.parts.lifecycle.start(async () => {
      this.#listener = await SecureServer.start({
        handler,
        host,
        port,
        tls: certificates,
        limits,
        onError,
        onHandshakeError: () => this.parts.requestMetrics.handshakeFailed(),
      });
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

  /** Shuts down gracefully, and closes the storage unless other servers share it. */
  async close(reason = 'closed'): Promise<void> {
    if (this.#listener) await this.parts.lifecycle.shutdown(reason);
    await Promise.all(this.#installed.map((resource) => resource.close()));
    if (!this.#options.parts) await this.#options.storage.close();
  }

  /** Created on first use: in a chain, only the outermost server uses its own. */
  get #chain(): Handle {
    this.#filtered ??= compose(this.#filters(), (context) => this.serve(context));
    return this.#filtered;
  }

  #filters() {
    const { longRunning = basicLongRunningRules, codecs = standardCodecs } = this.#options;
    const { authenticator = alwaysUser(anonymous), authorizer = alwaysAllow } = this.#options;
    const { lifecycle, requestMetrics: metrics, statistics, onError: onPanic } = this.parts;
    const access = new AccessMetrics(this.parts.metrics);
    const isLongRunning = longRunningCheck(longRunning);
    return defaultFilters({
      ...this.#options,
      ...{ authenticator, authorizer, access, codecs, lifecycle, metrics, statistics, isLongRunning, onPanic },
    });
  }

  /** Paths below a group that is installed here are not delegated. */
  #hasGroupOf(path: string): boolean {
    const [, prefix, group = ''] = path.split('/', 3);
    return prefix === 'api' ? this.#groups.has('') : prefix === 'apis' && group !== '' && this.#groups.has(group);
  }

  async #answerNonResource(context: RequestContext): Promise<ApiResponse | undefined> {
    const { request } = context;
    const { version, metrics, serviceLevels, health, openApi, pages } = this.parts;
    const page = pages.get(request.path);
    if (page) return answerPage(context, page);
    switch (request.path) {
      case '/':
      case '/index.html':
        return indexResponse(this.parts.paths);
      case '/metrics':
        return metricsAnswer(metrics, request);
      case '/metrics/slis':
        return metricsAnswer(serviceLevels, request);
      default:
        if (request.path.startsWith('/debug/')) return debugAnswer(request, this.#options);
        return (
          (await health.answer(request)) ??
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

const startSeconds = String(Math.floor(performance.timeOrigin / 1000));

/** The start time lets readers of metrics detect that counters were reset. */
function metricsAnswer(metrics: MetricsRegistry, { method }: ApiRequest): ApiResponse {
  const answer = metrics.answer(method);
  if (method === 'DELETE') return answer;
  return { ...answer, headers: { ...answer.headers, 'process-start-time-unix': startSeconds } };
}

const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
