// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { notFound } from '../../apimachinery/status/index.js';
import type { ApiResponse, RequestContext } from '../../server/index.js';
import type { ResourceContent, ResourceStore } from '../../server/registry/index.js';
import { type CustomResourceDefinition, findVersion, isConditionTrue } from '../definition/index.js';
import { FirstObjects } from './first-objects.js';
import { LiveResource, type LiveResourceOptions } from './live-resource.js';
import { PendingDefinitions } from './pending-definitions.js';

interface CustomResourcesOptions extends Omit<LiveResourceOptions, 'drainMilliseconds' | 'onCreate'> {
  readonly drainMilliseconds?: number;
}

type RequestInfo = RequestContext['info'];

/** How many resources without objects and watches are kept built. */
const mostUnused = 32;
const acrossNamespaces: ReadonlySet<string> = new Set(['list', 'watch']);

/**
 * Serves the objects of all CustomResourceDefinitions. A definition costs nothing until its first request. When it
 * changes, what was built for it is closed, and rebuilt on the next request. So is what was built for resources that turn
 * out to be unused: many definitions are only looked at.
 */
export class CustomResources {
  readonly #options: Omit<LiveResourceOptions, 'onCreate'>;
  /** By name, `<plural>.<group>`. */
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  readonly #live = new Map<string, LiveResource>();
  /** Names of live resources that may be unused, oldest first. One that is in use when its turn comes stays live. */
  readonly #maybeUnused = new Set<string>();
  readonly #retiring = new Set<Promise<void>>();
  readonly #pending = new PendingDefinitions();
  readonly #firstObjects: FirstObjects;

  constructor(options: CustomResourcesOptions) {
    this.#options = { drainMilliseconds: 120_000, ...options };
    this.#firstObjects = new FirstObjects(options.storage);
  }

  /** Called when a definition is added or changed: closes what is outdated, including its watches. */
  set(definition: CustomResourceDefinition): void {
    const name = definition.metadata.name!;
    this.#definitions.set(name, definition);
    const live = this.#live.get(name);
    if (live && !live.isMadeFor(definition)) this.#retire(name, live);
    this.#pending.wake(name);
  }

  /** Called when a definition is deleted. */
  delete(definition: CustomResourceDefinition): void {
    const name = definition.metadata.name!;
    this.#definitions.delete(name);
    this.#firstObjects.forget(prefixOf(definition));
    const live = this.#live.get(name);
    if (live) this.#retire(name, live);
    this.#pending.wake(name);
  }

  /**
   * Returns undefined if no definition serves the request. A request that arrives while its definition is being
   * established waits for that, which takes milliseconds: clients need not try again.
   */
  serve(context: RequestContext): MaybePromise<ApiResponse | undefined> {
    const { info } = context;
    if (!info.isResourceRequest || info.apiGroup === '') return undefined;
    // Unambiguous: the group is compared as well, for the resource of a request may have dots.
    const name = `${info.resource}.${info.apiGroup}`;
    const definition = this.#definitionFor(name, info);
    if (!definition || isServed(definition)) return this.#serveBy(definition, context);
    if (definition.status.conditions?.length) return undefined;
    return this.#pending.changed(name, context.request.signal).then(() => {
      const changed = this.#definitionFor(name, info);
      return this.#serveBy(changed && isServed(changed) ? changed : undefined, context);
    });
  }

  /** The definition with this version of the resource, which may not be established yet. */
  #definitionFor(name: string, info: RequestInfo): CustomResourceDefinition | undefined {
    const definition = this.#definitions.get(name);
    if (definition?.spec.group !== info.apiGroup || !isInScope(definition, info)) return undefined;
    return findVersion(definition, info.apiVersion)?.served ? definition : undefined;
  }

  #serveBy(definition: CustomResourceDefinition | undefined, context: RequestContext) {
    if (!definition) return undefined;
    const { info } = context;
    if (!hasSubresource(definition, info)) {
      throw notFound({ group: info.apiGroup, resource: info.resource }, info.name);
    }
    return this.#liveFor(definition.metadata.name!, definition).serve(context);
  }

  /**
   * Returns the store of a definition's objects, whether or not they are served. It is closed when the definition
   * changes.
   */
  storeOf(definition: CustomResourceDefinition): ResourceStore {
    const name = definition.metadata.name!;
    const known = this.#definitions.get(name);
    const newest = known && known.metadata.uid === definition.metadata.uid ? known : definition;
    return this.#liveFor(name, newest).store;
  }

  /** Whether there may be objects of a resource, if no other server writes to the storage. Undefined: no definition has this name. */
  contentOf({ group, resource }: GroupResource): ResourceContent | undefined {
    // Unambiguous: the group is compared as well.
    const definition = this.#definitions.get(`${resource}.${group}`);
    if (definition?.spec.group !== group) return undefined;
    const prefix = prefixOf(definition);
    return {
      hasObjects: () => this.#firstObjects.hasObjects(prefix),
      onFirstObject: (callback) => this.#firstObjects.onFirstObject(prefix, callback),
    };
  }

  /** Closes all watches, and waits for open requests. */
  async close(): Promise<void> {
    for (const [name, live] of this.#live) this.#retire(name, live);
    await Promise.all(this.#retiring);
  }

  #liveFor(name: string, definition: CustomResourceDefinition): LiveResource {
    const current = this.#live.get(name);
    if (current?.isMadeFor(definition)) return current;
    if (current) this.#retire(name, current);
    const prefix = prefixOf(definition);
    const live = new LiveResource(definition, { ...this.#options, onCreate: () => this.#firstObjects.see(prefix) });
    live.start();
    this.#live.set(name, live);
    this.#maybeUnused.add(name);
    if (this.#maybeUnused.size > mostUnused) this.#retireOldestIfUnused();
    return live;
  }

  #retireOldestIfUnused(): void {
    const [name = ''] = this.#maybeUnused;
    const live = this.#live.get(name);
    if (live?.isUnused) this.#retire(name, live);
    else this.#maybeUnused.delete(name);
  }

  #retire(name: string, live: LiveResource): void {
    this.#live.delete(name);
    this.#maybeUnused.delete(name);
    const retiring = live
      .retire()
      .catch((error) => this.#options.onError?.(error))
      .finally(() => this.#retiring.delete(retiring));
    this.#retiring.add(retiring);
  }
}

/** Of the keys of a resource's objects in the storage. */
function prefixOf({ spec }: CustomResourceDefinition): string {
  return `/${spec.group}/${spec.names.plural}/`;
}

function isInScope({ spec }: CustomResourceDefinition, { namespace, verb }: RequestInfo): boolean {
  if (spec.scope === 'Cluster') return namespace === '';
  return namespace !== '' || acrossNamespaces.has(verb);
}

/** A definition whose names were accepted once is served, even while another one disputes them. */
function isServed(definition: CustomResourceDefinition): boolean {
  return isConditionTrue(definition, 'NamesAccepted') || isConditionTrue(definition, 'Established');
}

function hasSubresource(definition: CustomResourceDefinition, { subresource, apiVersion }: RequestInfo): boolean {
  const { status, scale } = findVersion(definition, apiVersion)?.subresources ?? {};
  if (subresource === 'status') return status !== undefined;
  return subresource === '' || (subresource === 'scale' && scale !== undefined);
}
