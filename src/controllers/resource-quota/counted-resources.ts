// Follows pkg/controller/resourcequota/resource_quota_monitor.go (v1.36)
import { compositeKey, type GroupVersionResource, type JsonObject } from '../../apimachinery/meta/index.js';
import { Informer } from '../../client/informer/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import type { ControllerContext } from '../controller.js';
import { type DiscoveredResource, discoverResources } from '../discover-resources.js';
import type { QuotaEvaluator, QuotaEvaluators } from './quota-evaluator.js';

export interface CountedResource {
  readonly resource: GroupVersionResource;
  readonly evaluator: QuotaEvaluator;
  readonly informer: Informer<JsonObject>;
}

export interface CountedResourcesOptions {
  readonly context: ControllerContext;
  readonly evaluators: QuotaEvaluators;
  /** Called when an object has come. */
  readonly onAdd: (counted: CountedResource, namespace: string) => void;
  /** Called when an object has gone, or has changed. */
  readonly onChange: (
    counted: CountedResource,
    namespace: string,
    change?: { before: JsonObject; after: JsonObject },
  ) => void;
}

const requiredVerbs = ['create', 'list', 'watch', 'delete'];
/** Their usage depends on more than their number. With their groups. */
const measured: ReadonlyMap<string, string> = new Map([
  ['pods', ''],
  ['services', ''],
  ['persistentvolumeclaims', ''],
  ['resourceclaims', 'resource.k8s.io'],
]);

/** The resources that quotas count. Each one is watched as soon as the first quota counts it. */
export class CountedResources {
  readonly #options: CountedResourcesOptions;
  #served: readonly DiscoveredResource[] | undefined;
  readonly #counted = new Map<string, CountedResource>();

  constructor(options: CountedResourcesOptions) {
    this.#options = options;
  }

  /** Reads which resources are served. Those of unavailable extension servers stay. */
  async discover(): Promise<void> {
    const { client, signal } = this.#options.context;
    const { resources, failures } = await discoverResources(client, signal);
    const quotable = resources.filter(
      ({ isNamespaced, verbs }) => isNamespaced && requiredVerbs.every((verb) => verbs.has(verb)),
    );
    const missing = (this.#served ?? []).filter(({ group, version }) => failures.includes(`${group}/${version}`));
    this.#served = [...quotable, ...missing];
    const keys = new Set(this.#served.map(keyOf));
    for (const [key, { informer }] of this.#counted) {
      if (keys.has(key)) continue;
      this.#counted.delete(key);
      await informer.close();
    }
  }

  /** Resolves to the resources that count one of the names, when their objects are known. */
  async counting(names: readonly string[]): Promise<readonly CountedResource[]> {
    if (!this.#served) await this.discover();
    const found: CountedResource[] = [];
    for (const resource of this.#served ?? []) {
      const evaluator = this.#options.evaluators.of(resource);
      await evaluator?.ready?.();
      if (evaluator && names.some((name) => evaluator.counts(name))) found.push(this.#watch(resource, evaluator));
    }
    await Promise.all(found.map(({ informer }) => informer.synced()));
    return found;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#counted.values()].map(({ informer }) => informer.close()));
  }

  #watch(resource: DiscoveredResource, evaluator: QuotaEvaluator): CountedResource {
    const key = keyOf(resource);
    const known = this.#counted.get(key);
    if (known) return known;
    const { context, onAdd, onChange } = this.#options;
    const isMeasured = measured.get(resource.resource) === resource.group;
    const counted = { resource, evaluator, informer: informerOf(resource, context, isMeasured) };
    this.#counted.set(key, counted);
    counted.informer.addHandler({
      added: (object, { isInInitialList }) => {
        if (!isInInitialList) onAdd(counted, namespaceOf(object));
      },
      deleted: (object) => onChange(counted, namespaceOf(object)),
      ...(isMeasured && {
        updated: (before, after) => onChange(counted, namespaceOf(after), { before, after }),
      }),
    });
    counted.informer.start();
    return counted;
  }
}

/** Objects that are only counted are watched by their metadata. */
function informerOf(
  resource: GroupVersionResource,
  context: ControllerContext,
  isMeasured: boolean,
): Informer<JsonObject> {
  const { informers, client, sourceOf, clock, onError } = context;
  if (isMeasured) return informers.informer(resource);
  // Metadata is JSON: the type of a whole object with all its other fields unset.
  const source = sourceOf(client.metadata(resource) as ResourceClient<JsonObject>);
  return new Informer({ source, clock, onError });
}

function keyOf({ group, version, resource }: GroupVersionResource): string {
  return compositeKey(group, version, resource);
}

function namespaceOf(object: JsonObject): string {
  return (object as { metadata?: { namespace?: string } }).metadata?.namespace ?? '';
}
