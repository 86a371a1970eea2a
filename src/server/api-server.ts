import { type CodecRegistry, standardCodecs } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { genericServerResponse } from '../apimachinery/status/index.js';
import { Cacher, objectPresentation } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import { type Authenticator, alwaysUser } from './authentication/index.js';
import { type Authorizer, alwaysAllow } from './authorization/index.js';
import { compose, defaultFilters } from './filters/index.js';
import { type Admission, admitAll, Endpoint, ResourceRouter, type Route } from './handlers/index.js';
import type { ApiRequest, ApiResponse } from './http/index.js';
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
  readonly now?: () => number;
  readonly onError?: (error: unknown) => void;
}

const maxBodyBytes = 3 * 1024 * 1024;
const minRequestTimeoutSeconds = 1800;
const requestTimeoutMilliseconds = 60_000;
const inFlight = { readOnly: 400, mutating: 200 };

/** Serves groups of resources: what all servers of the chain, and extension API servers, are made of. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #router = new ResourceRouter();
  readonly #cachers: Cacher[] = [];
  readonly #handle: (context: RequestContext) => Promise<ApiResponse>;

  constructor(options: ApiServerOptions) {
    this.#options = options;
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
    const answer = context.info.isResourceRequest ? await this.#router.handle(context) : undefined;
    if (answer) return answer;
    if (this.#options.delegate) return this.#options.delegate(context);
    throw genericServerResponse({
      code: 404,
      method: context.info.verb,
      resource: { group: '', resource: '' },
      name: '',
    });
  }

  async close(): Promise<void> {
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
