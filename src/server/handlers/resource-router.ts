import { checkAccepted, checkSent } from '../../apimachinery/codec/index.js';
import { patchTypes } from '../../apimachinery/patch/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import {
  badRequest,
  genericServerResponse,
  internalError,
  methodNotSupported,
  type StatusError,
} from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import { unexplained, type Verb } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { connectResource } from './connect.js';
import { createResource } from './create.js';
import { deleteCollection, deleteResource } from './delete.js';
import type { Endpoint } from './endpoint.js';
import { getResource } from './get.js';
import { listResources } from './list.js';
import { patchResource } from './patch.js';
import type { Route } from './routes.js';
import { updateResource } from './update.js';
import { watchResources } from './watch.js';

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

const collectionVerbs: ReadonlySet<string> = new Set(['create', 'list', 'watch', 'deletecollection']);
const allNamespacesVerbs: ReadonlySet<string> = new Set(['list', 'watch']);
const objectVerbs: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete', 'watch']);

/**
 * Finds the endpoint of a request by group, version, resource and subresource. Routes can be added and removed at run
 * time.
 */
export class ResourceRouter {
  readonly #routes = new Map<string, Route>();

  add(route: Route): void {
    this.#routes.set(keyOf(route), route);
  }

  remove(route: Route): void {
    this.#routes.delete(keyOf(route));
  }

  /** Returns undefined if no route matches. Throws if the path matches but the method does not. */
  handle(context: RequestContext): MaybePromise<ApiResponse> | undefined {
    const { info, request } = context;
    const route = this.#routes.get(routeKey(info.apiGroup, info.apiVersion, info.resource, info.subresource));
    if (!route || !isPathOf(route, info)) return undefined;
    context.isRouted = true;
    const { endpoint, verbs } = route;
    const verb = verbOf(endpoint, info, request.method);
    if (!verbs.includes(verb) || !fitsPath(endpoint, info) || !fitsMethod(endpoint, verb, request.method)) {
      throw notAllowed(route, context);
    }
    checkForms(endpoint, verb, request);
    if (info.namespace === '.' || info.namespace === '..') refuseNamespace(endpoint, verb, info);
    warnOfDeprecation(endpoint, context);
    const answerer = endpoint.answererOf(verb);
    return answerer ? connectResource(endpoint, context, answerer) : verbHandlers[verb](endpoint, context);
  }
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
function isPathOf({ endpoint: { resource, subresource, connection }, verbs }: Route, info: RequestInfo): boolean {
  if (info.verb === 'proxy' || (cannotWatch(verbs, info) && watchPath.test(info.path))) return false;
  if (subresource !== '' && !connection?.isProxy && info.parts.length > 3) return false;
  const isObject = namesObject(info);
  if (subresource === '' && isObject && !verbs.some((verb) => objectVerbs.has(verb))) return false;
  if (!resource.isNamespaced) {
    return info.namespace === '' || (resource.definition.plural === 'namespaces' && isItself(info));
  }
  if (info.namespace !== '') return true;
  if (isObject) return false;
  return resource.isCustom ? allNamespacesVerbs.has(info.verb) : verbs.some((verb) => allNamespacesVerbs.has(verb));
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
  throw unexplained(`invalid key: "${place}"`);
}

function fitsPath({ resource, subresource }: Endpoint, info: RequestInfo): boolean {
  if (subresource !== '') return true;
  if (resource.isCustom) return fitsCustomPath(info);
  if (namesObject(info)) return objectVerbs.has(info.verb);
  const isWithinScope = !resource.isNamespaced || info.namespace !== '';
  return (isWithinScope ? collectionVerbs : allNamespacesVerbs).has(info.verb);
}

/** Custom resources are dispatched by verb only; an extra name in the path is ignored. */
function fitsCustomPath(info: RequestInfo): boolean {
  if (info.name === '' && (info.verb === 'update' || info.verb === 'patch')) throw badRequest('name must be provided');
  return collectionVerbs.has(info.verb) || objectVerbs.has(info.verb);
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

/** Upstream serves HEAD only where it dispatches by verb (custom resources), not by method. */
function fitsMethod({ resource, connection }: Endpoint, verb: Verb, method: string): boolean {
  if (verb === 'watch' && method !== 'GET') return false;
  return method !== 'HEAD' || resource.isCustom || connection?.isProxy === true;
}

/** Upstream's routes of custom resources and connections do not declare media types. */
function checkForms({ resource, connection, codecs }: Endpoint, verb: Verb, request: ApiRequest): void {
  if (resource.isCustom || connection) return;
  if (verb === 'patch') checkSent(request.header('content-type'), patchTypes);
  const isRead = verb === 'list' || verb === 'watch';
  checkAccepted(request.header('accept'), isRead ? codecs.allMediaTypes : codecs.mediaTypes);
}

/** Upstream treats a watch of a resource that is listable but not watchable as a list, before it rejects it. */
function notAllowed({ endpoint, verbs }: Route, context: RequestContext): StatusError {
  const { resource } = endpoint;
  const { verb } = context.info;
  const isList = cannotWatch(verbs, context.info) && verbs.includes('list');
  if (isList) warnOfDeprecation(endpoint, context);
  if (resource.isCustom || isList) return methodNotSupported(resource.groupResource, verb);
  return genericServerResponse({ code: 405, method: '' });
}

function cannotWatch(verbs: readonly Verb[], { verb }: RequestInfo): boolean {
  return verb === 'watch' && !verbs.includes('watch');
}

function warnOfDeprecation({ resource, version }: Endpoint, context: RequestContext): void {
  const { deprecationWarning } = resource.version(version);
  if (!deprecationWarning) return;
  context.warn(deprecationWarning);
  context.record?.annotate('k8s.io/deprecated', 'true');
}
