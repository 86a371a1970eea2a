// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import {
  errorWithoutReason,
  internalError,
  methodNotSupported,
  type StatusError,
} from '../../apimachinery/status/index.js';
import { activeSpan } from '../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../http/index.js';
import type { Resource, Verb } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Endpoint } from './endpoint.js';
import { objectVerbs } from './path-routing.js';
import type { Route } from './routes.js';
import { traceVerb } from './trace-verb.js';
import { connectResource } from './verbs/connect.js';
import { createResource } from './verbs/create.js';
import { deleteCollection, deleteResource } from './verbs/delete.js';
import { getResource } from './verbs/get.js';
import { listResources } from './verbs/list.js';
import { patchResource } from './verbs/patch.js';
import { updateResource } from './verbs/update.js';
import { watchResources } from './watch/watch.js';

type VerbHandler = (endpoint: Endpoint, context: RequestContext) => MaybePromise<ApiResponse>;

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

/**
 * Finds the endpoint of a request by group, version, resource and subresource. Routes can be added and removed at run
 * time.
 */
export class ResourceRouter {
  readonly #routes = new Map<string, Route>();
  /** Resources whose routes have not been created yet, by the key of each version's main route. */
  readonly #waiting = new Map<string, Routed>();

  add(route: Route): void {
    this.#routes.set(keyOf(route), route);
  }

  /** Adds all routes of a resource; they are created with its first request. */
  addResource(routed: Routed): void {
    const { group, definition, kind } = routed.resource;
    for (const version of kind.servedVersions) {
      this.#waiting.set(routeKey(group, version, definition.plural, ''), routed);
    }
  }

  remove(route: Route): void {
    this.#routes.delete(keyOf(route));
  }

  /** Returns undefined if no route matches. Throws if the path matches but the method does not. */
  handle(context: RequestContext): MaybePromise<ApiResponse> | undefined {
    const { info, request } = context;
    const route = this.#find(info);
    if (!route || !isPathOf(route, info)) return undefined;
    context.isRouted = true;
    const { endpoint, verbs } = route;
    context.codecs = endpoint.codecs;
    const verb = verbOf(endpoint, info, request.method);
    if (!verbs.includes(verb) || !fitsPath(endpoint, info) || !fitsMethod(endpoint, verb, request.method)) {
      throw notAllowed(route, context);
    }
    if (!endpoint.connection) endpoint.routing.checkMediaTypes(request, verb, endpoint.codecs);
    if (info.namespace === '.' || info.namespace === '..') refuseNamespace(endpoint, verb, info);
    warnOfDeprecation(endpoint, context);
    const handler = endpoint.handlerOf(verb);
    if (handler) return connectResource(endpoint, context, handler);
    const span = activeSpan();
    if (!span?.isRecording) return verbHandlers[verb](endpoint, context);
    return traceVerb(span, { verb, context }, () => verbHandlers[verb](endpoint, context));
  }

  #find({ apiGroup, apiVersion, resource, subresource }: RequestInfo): Route | undefined {
    const key = routeKey(apiGroup, apiVersion, resource, subresource);
    const route = this.#routes.get(key);
    if (route || this.#waiting.size === 0) return route;
    const routed = this.#waiting.get(routeKey(apiGroup, apiVersion, resource, ''));
    if (!routed) return undefined;
    for (const [waiting, other] of this.#waiting) if (other === routed) this.#waiting.delete(waiting);
    for (const created of routed.routes) this.add(created);
    return this.#routes.get(key);
  }
}

/** A resource whose routes are created when they are read. */
export interface Routed {
  readonly resource: Resource;
  readonly routes: readonly Route[];
}

function keyOf({ endpoint: { resource, version, subresource } }: Route): string {
  return routeKey(resource.group, version, resource.definition.plural, subresource);
}

/** Unambiguous: these are segments of a path, which have no slash; it is made for every request. */
function routeKey(group: string, version: string, resource: string, subresource: string): string {
  return `${group}/${version}/${resource}/${subresource}`;
}

const watchPath = /^\/api(s\/[^/]+)?\/[^/]+\/watch\//;

/**
 * Cluster-scoped resources are not served below a namespace. Namespaced objects always are; only list and watch work
 * across namespaces. Resources that can only be created have no object paths, and only watchable ones have the
 * deprecated watch paths.
 */
function isPathOf({ endpoint, verbs }: Route, info: RequestInfo): boolean {
  const { resource, subresource, connection, routing } = endpoint;
  if (info.verb === 'proxy' || (cannotWatch(verbs, info) && watchPath.test(info.path))) return false;
  if (subresource !== '' && !connection?.isProxy && info.parts.length > 3) return false;
  const isObject = namesObject(info);
  if (subresource === '' && isObject && !verbs.some((verb) => objectVerbs.has(verb))) return false;
  if (!resource.isNamespaced) {
    return info.namespace === '' || (resource.definition.plural === 'namespaces' && isItself(info));
  }
  if (info.namespace !== '') return true;
  if (isObject) return false;
  return routing.hasAllNamespacesPath(info.verb, verbs);
}

/** A namespace is its own namespace in `namespaces/a`, but not in `namespaces/a/namespaces/a`. */
function isItself({ namespace, name, path }: RequestInfo): boolean {
  return namespace === name && !path.includes(`/namespaces/${namespace}/namespaces/`);
}

/** Rejects `.` and `..`, which would traverse the key hierarchy, with upstream's error for such a key. */
function refuseNamespace({ resource }: Endpoint, verb: Verb, { namespace, name }: RequestInfo): void {
  if (!resource.isNamespaced) return;
  if (verb === 'create') throw internalError(`invalid resource name "${namespace}": [may not be '${namespace}']`);
  const place = `/${resource.definition.plural}/${namespace}${name && `/${name}`}`;
  throw errorWithoutReason(`invalid key: "${place}"`);
}

function fitsPath({ resource, subresource, routing }: Endpoint, info: RequestInfo): boolean {
  if (subresource !== '') return true;
  return routing.fitsPath(info, { isNamespaced: resource.isNamespaced, namesObject: namesObject(info) });
}

/** The name of a list or watch may come from its field selector instead of its path. */
function namesObject(info: RequestInfo): boolean {
  if (info.name === '' || info.verb === 'list') return false;
  return info.verb !== 'watch' || info.parts.length > 1;
}

/** A proxy forwards methods that have no verb as well. */
function verbOf({ connection }: Endpoint, info: RequestInfo, method: string): Verb {
  return connection?.isProxy && method === 'OPTIONS' ? 'get' : (info.verb as Verb);
}

function fitsMethod({ routing, connection }: Endpoint, verb: Verb, method: string): boolean {
  if (verb === 'watch' && method !== 'GET') return false;
  return method !== 'HEAD' || routing.moreMethods.includes(method) || connection?.isProxy === true;
}

/** Upstream treats a watch of a resource that is listable but not watchable as a list, before it rejects it. */
function notAllowed({ endpoint, verbs }: Route, context: RequestContext): StatusError {
  const { resource } = endpoint;
  const { verb } = context.info;
  const isList = cannotWatch(verbs, context.info) && verbs.includes('list');
  if (isList) warnOfDeprecation(endpoint, context);
  if (isList) return methodNotSupported(resource.groupResource, verb);
  return endpoint.routing.notAllowed(resource.groupResource, verb);
}

function cannotWatch(verbs: readonly Verb[], { verb }: RequestInfo): boolean {
  return verb === 'watch' && !verbs.includes('watch');
}

function warnOfDeprecation(endpoint: Endpoint, context: RequestContext): void {
  const { deprecationWarning } = endpoint.resource.version(endpoint.version);
  if (!deprecationWarning) return;
  endpoint.countDeprecated(context.info, deprecationWarning);
  context.warn(deprecationWarning);
  context.record?.annotate('k8s.io/deprecated', 'true');
}
