import { type CodecRegistry, encodeJson, standardCodecs } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { genericServerResponse } from '../apimachinery/status/index.js';
import { Cacher, objectPresentation } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import { type Authenticator, alwaysUser } from './authentication/index.js';
import { type Authorizer, alwaysAllow } from './authorization/index.js';
import { compose, defaultFilters } from './filters/index.js';
import { type Admission, admitAll, Endpoint, ResourceRouter, type Route } from './handlers/index.js';
import { HealthRegistry, pingCheck } from './health/index.js';
import { type ApiRequest, type ApiResponse, keepSelfSigned, SecureServer, type TlsOptions } from './http/index.js';
import { collectProcessMetrics, MetricsRegistry } from './metrics/index.js';
import {
  decodeStored,
  type GroupDefinition,
  Resource,
  type ResourceDefinition,
  ResourceStore,
} from './registry/index.js';
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
  /** What `/version` says. */
  readonly version?: JsonObject;
  readonly now?: () => number;
  readonly onError?: (error: unknown) => void;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Either certificates, or where a self-signed one is kept. */
  readonly tls: TlsOptions | { readonly certDirectory: string; readonly names: readonly [string, ...string[]] };
}

const maxBodyBytes = 3 * 1024 * 1024;
const minRequestTimeoutSeconds = 1800;
const requestTimeoutMilliseconds = 60_000;
const inFlight = { readOnly: 400, mutating: 200 };

/** Serves groups of resources: what all servers of the chain, and extension API servers, are made of. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  /** Shared with the other servers of a chain. */
  readonly health = new HealthRegistry();
  readonly metrics = new MetricsRegistry();
  readonly #router = new ResourceRouter();
  readonly #cachers: Cacher[] = [];
  readonly #handle: (context: RequestContext) => Promise<ApiResponse>;
  #listener: SecureServer | undefined;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    collectProcessMetrics(this.metrics);
    this.health.add(pingCheck, { name: 'etcd', check: async () => void (await options.storage.currentRevision()) });
    this.health.addReadyz({ name: 'informer-sync', check: () => this.#checkCaches() });
    const onPanic = options.onError ?? ((error) => console.error(error));
    this.#handle = compose(
      defaultFilters({
        authenticator:
          options.authenticator ?? alwaysUser({ name: 'system:anonymous', groups: ['system:unauthenticated'] }),
        authorizer: options.authorizer ?? alwaysAllow,
        isLongRunning: longRunningCheck(basicLongRunningRules),
        requestTimeoutMilliseconds,
        inFlight,
        onPanic,
      }),
      (context) => this.serve(context),
    );
  }

  /** Makes the group's resources available. Each has a cache of its own, which begins to fill at once. */
  install(group: GroupDefinition): void {
    for (const definition of group.resources) this.#installResource(group.name, definition);
  }

  /** A request that has not been through the filters. */
  readonly handle = (request: ApiRequest): Promise<ApiResponse> => this.#handle(new RequestContext(request));

  /** A request that another server of the chain has let through its filters. */
  async serve(context: RequestContext): Promise<ApiResponse> {
    const answer = context.info.isResourceRequest
      ? await this.#router.handle(context)
      : await this.#answerNonResource(context.request);
    if (answer) return answer;
    if (this.#options.delegate) return this.#options.delegate(context);
    throw genericServerResponse({
      code: 404,
      method: context.info.verb,
      resource: { group: '', resource: '' },
      name: '',
    });
  }

  /** Listens. Resolves when requests are answered. */
  async start({ host, port, tls }: ListenOptions): Promise<void> {
    const { onError } = this.#options;
    this.#listener = await SecureServer.start({
      handler: this.handle,
      port,
      ...(host !== undefined && { host }),
      tls:
        'certDirectory' in tls
          ? { certificate: await keepSelfSigned({ directory: tls.certDirectory, names: tls.names }) }
          : tls,
      ...(onError && { onError }),
    });
  }

  get port(): number {
    if (!this.#listener) throw new Error('the server has not been started');
    return this.#listener.port;
  }

  async #answerNonResource(request: ApiRequest): Promise<ApiResponse | undefined> {
    if (request.path === '/version') return jsonAnswer(this.#options.version ?? {});
    if (request.path === '/metrics') return this.metrics.answer();
    return this.health.answer(request);
  }

  #checkCaches(): void {
    const waiting = this.#cachers.filter((cacher) => !cacher.isReady).length;
    if (waiting > 0) throw new Error(`${waiting} caches are not filled yet`);
  }

  async close(): Promise<void> {
    await this.#listener?.close({ graceMilliseconds: 1000 });
    await Promise.all(this.#cachers.map((cacher) => cacher.close()));
    await this.#options.storage.close();
  }

  #installResource(group: string, definition: ResourceDefinition): void {
    const resource = new Resource(group, definition);
    const { storage, onError, now = Date.now, codecs = standardCodecs, admission = admitAll } = this.#options;
    const cacher = new Cacher({
      storage,
      prefix: `/${resource.storagePrefix}/`,
      presentation: objectPresentation((value) => resource.attributesOf(decodeStored(value) as JsonObject)),
      ...(definition.selectableFields && { indexedFields: definition.selectableFields }),
      ...(onError && { onError }),
    });
    cacher.start();
    this.#cachers.push(cacher);
    const store = new ResourceStore({ resource, cacher, now });
    const common = { store, codecs, admission, now, maxBodyBytes, minRequestTimeoutSeconds };
    for (const version of resource.kind.servedVersions) {
      const routes: Route[] = [{ endpoint: new Endpoint({ ...common, version }), verbs: resource.verbs }];
      const { status } = definition.subresources ?? {};
      if (status)
        routes.push({ endpoint: new Endpoint({ ...common, version, subresource: 'status' }), verbs: status.verbs });
      for (const route of routes) this.#router.add(route);
    }
  }
}

function jsonAnswer(value: JsonObject): ApiResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: encodeJson(value) };
}
