import { systemClock } from '../apimachinery/clock/index.js';
import { standardCodecs } from '../apimachinery/codec/index.js';
import { andThen, type MaybePromise } from '../apimachinery/scheme/index.js';
import { Informer } from '../client/informer/index.js';
import { type ResolveService, serviceResolver } from '../client/webhook/index.js';
import { admitAll } from '../server/handlers/index.js';
import {
  type ApiResponse,
  ApiServer,
  type ApiServerOptions,
  alwaysAllow,
  defineGroup,
  kindsOfGroup,
  type RequestContext,
  type SharedServer,
} from '../server/index.js';
import { DiscoveryController, FinalizingController, StatusController } from './controllers/index.js';
import { type CustomResourceDefinition, customResourceDefinitions } from './definition/index.js';
import { notFound } from './not-found.js';
import { OpenApiController } from './openapi/index.js';
import { CustomResources } from './serving/index.js';

export interface ApiExtensionsServerOptions extends Omit<ApiServerOptions, 'parts' | 'version' | 'onError'> {
  readonly parts: SharedServer;
  /** Resolves the Services of conversion webhooks. Unset: through the Services API. */
  readonly resolveService?: ResolveService;
  /**
   * --apiserver-count: number of servers that share the storage. With more than one, a definition is established some
   * seconds after its names were accepted, so that the other servers have seen it too.
   */
  readonly apiServerCount?: number;
}

const definitionsResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const establishingDelayMilliseconds = 5000;

const kinds = kindsOfGroup('pkg/apiserver/apiserver.go:55', {
  group: definitionsResource.group,
  versions: ['v1', 'v1beta1'],
  kinds: ['CustomResourceDefinition', 'CustomResourceDefinitionList', 'ConversionReview'],
});

/** The last server of the chain: CustomResourceDefinitions, and the resources that they define. */
export class ApiExtensionsServer {
  /** Informer of the definitions. */
  readonly definitions: Informer<CustomResourceDefinition>;
  readonly customResources: CustomResources;
  readonly #options: ApiExtensionsServerOptions;
  readonly #server: ApiServer;

  constructor(options: ApiExtensionsServerOptions) {
    const { parts } = options;
    this.#options = options;
    this.#server = new ApiServer({ ...options, kinds, delegate: (context) => this.#serveCustom(context) });
    this.#server.install(defineGroup({ name: definitionsResource.group, resources: [customResourceDefinitions()] }));
    this.definitions = new Informer({
      source: parts.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      transform: withoutBallast,
      onError: parts.onError,
    });
    this.customResources = this.#makeCustomResources();
    this.#followDefinitions();
    this.#addHooks();
  }

  /** Serves a request that has passed the filters of another server of the chain. */
  readonly serve = (context: RequestContext): MaybePromise<ApiResponse> => this.#server.serve(context);

  async close(): Promise<void> {
    await this.definitions.close();
    await this.customResources.close();
    await this.#server.close();
  }

  #makeCustomResources(): CustomResources {
    const { parts, resolveService = serviceResolver(parts.loopback.client), ...options } = this.#options;
    return new CustomResources({
      codecs: standardCodecs,
      admission: admitAll,
      authorizer: alwaysAllow,
      clock: systemClock,
      ...options,
      conversion: { resolveService },
      onError: parts.onError,
      resourceMetrics: parts.resourceMetrics,
      requestMetrics: parts.requestMetrics,
    });
  }

  #serveCustom(context: RequestContext): MaybePromise<ApiResponse> {
    return andThen(this.customResources.serve(context), (answer) => {
      if (answer) return answer;
      const { delegate } = this.#options;
      return delegate ? delegate(context) : notFound({ isComplete: this.definitions.hasSynced });
    });
  }

  /** Handlers are in this order so that resources are served before discovery lists them. */
  #followDefinitions(): void {
    const { parts } = this.#options;
    this.definitions.addHandler({
      added: (definition) => this.customResources.set(definition),
      updated: (_old, definition) => this.customResources.set(definition),
      deleted: (definition) => this.customResources.delete(definition),
    });
    new DiscoveryController(this.definitions, parts.discovery).start();
    new OpenApiController(this.definitions, parts.openApi).start();
  }

  #addHooks(): void {
    const { lifecycle } = this.#options.parts;
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
    const { parts, apiServerCount = 1, clock = systemClock } = this.#options;
    const common = {
      informer: this.definitions,
      client: parts.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      now: () => clock.now(),
      onError: parts.onError,
    };
    const delay = apiServerCount > 1 ? establishingDelayMilliseconds : 0;
    const storeOf = (definition: CustomResourceDefinition) => this.customResources.storeOf(definition);
    void new StatusController({ ...common, establishingDelayMilliseconds: delay }).run(signal);
    void new FinalizingController({ ...common, storeOf }).run(signal);
  }
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Drops what is not used here: it is often larger than the definition itself. */
function withoutBallast(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { managedFields: _, ...metadata } = definition.metadata;
  if (metadata.annotations?.[lastApplied] === undefined) return { ...definition, metadata };
  const { [lastApplied]: __, ...annotations } = metadata.annotations;
  return { ...definition, metadata: { ...metadata, annotations } };
}
