import { Informer } from '../client/informer/index.js';
import type { ApiResponse } from '../server/http/index.js';
import {
  ApiServer,
  type ApiServerOptions,
  defineGroup,
  type RequestContext,
  type ServerParts,
} from '../server/index.js';
import type { ResourceStore } from '../server/registry/index.js';
import { DiscoveryController, FinalizingController, StatusController } from './controllers/index.js';
import { type CustomResourceDefinition, customResourceDefinitions } from './definition/index.js';
import { notFound } from './not-found.js';
import { OpenApiController } from './openapi/index.js';

export interface CustomResources {
  set(definition: CustomResourceDefinition): void;
  delete(definition: CustomResourceDefinition): void;
  /** Undefined: not a resource of a definition. */
  serve(context: RequestContext): Promise<ApiResponse | undefined>;
  storeOf(definition: CustomResourceDefinition): ResourceStore | Promise<ResourceStore>;
  close(): Promise<void>;
}

export interface ApiExtensionsServerOptions extends Omit<ApiServerOptions, 'parts' | 'version' | 'onError'> {
  readonly parts: ServerParts;
  readonly customResources: CustomResources;
  /**
   * --apiserver-count: how many servers share the store. Where there are several, a definition is established some
   * seconds after its names were accepted, when the others have heard of it too.
   */
  readonly apiServerCount?: number;
}

const definitionsResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const establishingDelayMilliseconds = 5000;
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The last server of the chain: CustomResourceDefinitions, and the resources that they define. */
export class ApiExtensionsServer {
  /** What is known of the definitions. */
  readonly definitions: Informer<CustomResourceDefinition>;
  readonly #options: ApiExtensionsServerOptions;
  readonly #server: ApiServer;

  constructor(options: ApiExtensionsServerOptions) {
    this.#options = options;
    this.#server = new ApiServer({ ...options, delegate: (context) => this.#serveCustom(context) });
    this.#server.install(defineGroup({ name: definitionsResource.group, resources: [customResourceDefinitions()] }));
    this.definitions = new Informer({
      source: options.parts.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      transform: withoutBallast,
      onError: options.parts.onError,
    });
    this.#followDefinitions();
    this.#addHooks();
  }

  /** A request that another server of the chain has let through its filters. */
  readonly serve = (context: RequestContext): Promise<ApiResponse> => this.#server.serve(context);

  async close(): Promise<void> {
    await this.definitions.close();
    await this.#options.customResources.close();
    await this.#server.close();
  }

  async #serveCustom(context: RequestContext): Promise<ApiResponse> {
    const { customResources, delegate } = this.#options;
    const answer = await customResources.serve(context);
    if (answer) return answer;
    return delegate ? delegate(context) : notFound({ isComplete: this.definitions.hasSynced });
  }

  /** Resources are served before clients are told of them. */
  #followDefinitions(): void {
    const { customResources, parts } = this.#options;
    this.definitions.addHandler({
      added: (definition) => customResources.set(definition),
      updated: (_old, definition) => customResources.set(definition),
      deleted: (definition) => customResources.delete(definition),
    });
    new DiscoveryController(this.definitions, parts.discovery).start();
    new OpenApiController(this.definitions, parts.openApi).start();
  }

  #addHooks(): void {
    const { lifecycle } = this.#options.parts;
    lifecycle.addPostStartHook('start-apiextensions-informers', () => this.definitions.start());
    lifecycle.addPostStartHook('start-apiextensions-controllers', async ({ signal }) => {
      await this.#synced(signal);
      this.#runControllers(signal);
    });
    lifecycle.addPostStartHook('crd-informer-synced', ({ signal }) => this.#synced(signal));
  }

  /** A server that stops before it knows the definitions does not fail by that. */
  async #synced(signal: AbortSignal): Promise<void> {
    await this.definitions.synced().catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #runControllers(signal: AbortSignal): void {
    const { parts, customResources, apiServerCount = 1, now = Date.now } = this.#options;
    const common = {
      informer: this.definitions,
      client: parts.loopback.client.resource<CustomResourceDefinition>(definitionsResource),
      now,
      onError: parts.onError,
    };
    const status = new StatusController({
      ...common,
      establishingDelayMilliseconds: apiServerCount > 1 ? establishingDelayMilliseconds : 0,
    });
    const finalizing = new FinalizingController({
      ...common,
      storeOf: (definition) => customResources.storeOf(definition),
    });
    void status.run(signal);
    void finalizing.run(signal);
  }
}

/** Without what nobody here reads: it is often more than the definition itself. */
function withoutBallast(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { managedFields: _, ...metadata } = definition.metadata;
  if (metadata.annotations?.[lastApplied] === undefined) return { ...definition, metadata };
  const { [lastApplied]: __, ...annotations } = metadata.annotations;
  return { ...definition, metadata: { ...metadata, annotations } };
}
