import { methodNotSupported, type StatusError } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { Verb } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { createResource } from './create.js';
import { deleteCollection, deleteResource } from './delete.js';
import type { Endpoint } from './endpoint.js';
import { getResource } from './get.js';
import { listResources } from './list.js';
import { patchResource } from './patch.js';
import { updateResource } from './update.js';
import { watchResources } from './watch.js';

type VerbHandler = (endpoint: Endpoint, context: RequestContext) => Promise<ApiResponse>;

const verbHandlers: Readonly<Record<Verb, VerbHandler>> = {
  create: createResource,
  get: getResource,
  list: listResources,
  watch: watchResources,
  update: updateResource,
  patch: patchResource,
  delete: deleteResource,
  deletecollection: deleteCollection,
};

/** An endpoint with the verbs that it has. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly verbs: readonly Verb[];
}

/** Finds the endpoint of a request: by group, version, resource and subresource. Routes come and go at run time. */
export class ResourceRouter {
  readonly #routes = new Map<string, Route>();

  add(route: Route): void {
    const { endpoint } = route;
    const { group, definition } = endpoint.resource;
    this.#routes.set(routeKey(group, endpoint.version, definition.plural, endpoint.subresource ?? ''), route);
  }

  remove({ endpoint }: Route): void {
    const { group, definition } = endpoint.resource;
    this.#routes.delete(routeKey(group, endpoint.version, definition.plural, endpoint.subresource ?? ''));
  }

  /** Undefined: nothing of ours. Throws `methodNotSupported`. */
  async handle(context: RequestContext): Promise<ApiResponse | undefined> {
    const { info } = context;
    const route = this.#routes.get(routeKey(info.apiGroup, info.apiVersion, info.resource, info.subresource));
    if (!route || !fitsScope(route.endpoint, info)) return undefined;
    const verb = info.verb as Verb;
    if (!route.verbs.includes(verb)) throw notSupported(info);
    const { deprecationWarning } = route.endpoint.resource.version(route.endpoint.version);
    if (deprecationWarning) context.warn(deprecationWarning);
    return verbHandlers[verb](route.endpoint, context);
  }
}

function routeKey(group: string, version: string, resource: string, subresource: string): string {
  return `${group}/${version}/${resource}/${subresource}`;
}

/** Objects of a cluster-scoped resource are not below a namespace, and single ones of the other kind always are. */
function fitsScope({ resource }: Endpoint, { namespace, name, verb }: RequestInfo): boolean {
  if (!resource.isNamespaced) return namespace === '' || resource.definition.plural === 'namespaces';
  return namespace !== '' || (name === '' && verb !== 'create') || verb === 'list' || verb === 'watch';
}

function notSupported({ apiGroup, resource, verb }: RequestInfo): StatusError {
  return methodNotSupported({ group: apiGroup, resource }, verb);
}
