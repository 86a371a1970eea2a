// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go (v1.36)

import { systemClock } from '../apimachinery/clock/index.js';
import { standardCodecs } from '../apimachinery/codec/index.js';
import { andThen, type MaybePromise } from '../apimachinery/scheme/index.js';
import { Informer } from '../client/informer/index.js';
import { type ResolveService, serviceResolver } from '../client/webhook/index.js';
import { customStorageCodec, servedCodecs } from '../server/feature-gates/index.js';
import { admitAll } from '../server/handlers/index.js';
import {
  type ApiResponse,
  ApiServer,
  type ApiServerOptions,
  alwaysAllow,
  defineGroup,
  type RequestContext,
  type SharedServer,
} from '../server/index.js';
import { DiscoveryController, FinalizingController, StatusController } from './controllers/index.js';
import {
  type CustomResourceDefinition,
  compactDefinition,
  customResourceDefinitions,
  type StoredDefinitions,
} from './definition/index.js';
import { apiExtensionsFeatureGates } from './feature-gates.js';
import { notFound } from './not-found.js';
import { OpenApiController } from './openapi/index.js';
import { CustomResources } from './serving/index.js';

export interface ApiExtensionsServerOptions extends Omit<ApiServerOptions, 'shared' | 'version' | 'onError'> {
  readonly shared: SharedServer;
  /** Resolves the Services of conversion webhooks. Unset: through the Services API. */
  readonly resolveService?: ResolveService;
  /**
   * --apiserver-count: number of servers that share the storage. With more than one, a definition is established some
   * seconds after its names were accepted, so that the other servers have seen it too.
   */
  readonly apiServerCount?: number;
  /** No other server writes to the storage: then it is known which custom resources have no objects. */
  readonly ownsStorage?: boolean;
  /** Unset: as served. */
  readonly storedDefinitions?: StoredDefinitions;
}

const definitionsResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const establishingDelayMilliseconds = 5000;

/** The last server of the chain: CustomResourceDefinitions, and the resources that they define. */
export class ApiExtensionsServer extends ApiServer {
  /** Informer of the definitions. */
  readonly definitions: Informer<CustomResourceDefinition>;
  readonly customResources: CustomResources;
  readonly #options: ApiExtensionsServerOptions;

  constructor(options: ApiExtensionsServerOptions) {
    const delegate = { serve: (context: RequestContext) => this.#serveCustom(context) };
    super({ ...options, gates: apiExtensionsFeatureGates, delegate });
    const { shared, storedDefinitions } = options;
    this.#options = options;
    const resources = [customResourceDefinitions(storedDefinitions)];
    this.install(defineGroup({ name: definitionsResource.group, resources }));
    this.definitions = new Informer({
      source: shared.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      transform: (definition) =>
        compactDefinition(definition, this.definitions.lister.get(definition.metadata.name ?? '')),
      onError: shared.onError,
    });
    this.customResources = this.#makeCustomResources();
    if (options.ownsStorage) shared.stores.setOtherContents((resource) => this.customResources.contentOf(resource));
    this.#followDefinitions();
    this.#addHooks();
  }

  override async close(reason?: string): Promise<void> {
    await this.definitions.close();
    await this.customResources.close();
    await super.close(reason);
  }

  #makeCustomResources(): CustomResources {
    const { shared, resolveService = serviceResolver(shared.loopback.client), ...options } = this.#options;
    return new CustomResources({
      admission: admitAll,
      authorizer: alwaysAllow,
      clock: systemClock,
      ...options,
      codecs: servedCodecs(options.codecs ?? standardCodecs, this.features),
      storedAs: customStorageCodec(this.features),
      conversion: { resolveService, metrics: shared.metrics },
      onError: shared.onError,
      resourceMetrics: shared.resourceMetrics,
      consistencyChecks: shared.consistencyChecks,
      hasWatchCache: shared.hasWatchCache,
      minRequestTimeoutSeconds: shared.minRequestTimeoutSeconds,
      requestMetrics: shared.requestMetrics,
      features: this.features,
    });
  }

  #serveCustom(context: RequestContext): MaybePromise<ApiResponse> {
    return andThen(this.customResources.serve(context), (response) => {
      if (response) return response;
      const { delegate } = this.#options;
      return delegate ? delegate.serve(context) : notFound({ isComplete: this.definitions.hasSynced });
    });
  }

  /** Handlers are in this order so that resources are served before discovery lists them. */
  #followDefinitions(): void {
    const { shared } = this.#options;
    this.definitions.addHandler({
      added: (definition) => this.customResources.set(definition),
      updated: (_old, definition) => this.customResources.set(definition),
      deleted: (definition) => this.customResources.delete(definition),
    });
    new DiscoveryController(this.definitions, shared.discovery).start();
    new OpenApiController(this.definitions, shared.openApi).start();
  }

  #addHooks(): void {
    const { lifecycle } = this.#options.shared;
    lifecycle.addPostStartHook('start-apiextensions-informers', ({ signal }) => {
      signal.addEventListener('abort', () => void this.definitions.close());
      this.definitions.start();
    });
    lifecycle.addPostStartHook('start-apiextensions-controllers', async ({ signal }) => {
      await this.#synced(signal);
      this.#runControllers(signal);
    });
    lifecycle.addPostStartHook('crd-informer-synced', ({ signal }) => this.#synced(signal));
  }

  /** Does not fail if the server stops before the definitions are synced. */
  async #synced(signal: AbortSignal): Promise<void> {
    await this.definitions.synced().catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #runControllers(signal: AbortSignal): void {
    const { shared, apiServerCount = 1, clock = systemClock } = this.#options;
    const common = {
      informer: this.definitions,
      client: shared.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      now: () => clock.now(),
      queueMetrics: shared.queueMetrics,
      onError: shared.onError,
    };
    const delay = apiServerCount > 1 ? establishingDelayMilliseconds : 0;
    const storeOf = (definition: CustomResourceDefinition) => this.customResources.storeOf(definition);
    void new StatusController({ ...common, establishingDelayMilliseconds: delay }).run(signal);
    void new FinalizingController({ ...common, storeOf }).run(signal);
  }
}
