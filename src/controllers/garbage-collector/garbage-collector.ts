// Follows pkg/controller/garbagecollector/garbagecollector.go (v1.36)

import type { OwnerReference, PartialObjectMetadata } from '../../api/meta/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import { type Informer, Reflector } from '../../client/informer/index.js';
import { ExponentialPerItem, runController, WorkQueue } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { type DiscoveredResource, discoverResources } from '../discover-resources.js';
import { onDiscoveryChange } from '../discovery-changes.js';
import { EventRecorder } from '../events/event-recorder.js';
import { AbsentOwners } from './absent-owners.js';
import { Collector } from './collect.js';
import type { GraphNode, Identity } from './graph-node.js';
import { OwnerGraph } from './owner-graph.js';
import { ResourceKinds } from './resource-kinds.js';

const name = 'garbage-collector-controller';
const workers = 20;

/** Deletes objects whose owners are gone, and lets owners go once their dependents have. */
export const garbageCollectorController: Controller = {
  name,
  run: (context) => new GarbageCollector(context).run(),
};

class GarbageCollector {
  readonly #context: ControllerContext;
  readonly #kinds = new ResourceKinds();
  readonly #absentOwners = new AbsentOwners();
  readonly #toDelete: WorkQueue<GraphNode>;
  readonly #toOrphan: WorkQueue<GraphNode>;
  readonly #graph: OwnerGraph;
  readonly #monitors = new Map<string, Monitor>();
  readonly #recorder: EventRecorder;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#recorder = new EventRecorder(context, { component: name });
    const queue = (name: string): WorkQueue<GraphNode> =>
      new WorkQueue({
        name,
        metrics: context.queueMetrics,
        clock: context.clock,
        rateLimiter: new ExponentialPerItem({ firstMilliseconds: 5, limitMilliseconds: 1_000_000 }),
      });
    this.#toDelete = queue('garbage_collector_attempt_to_delete');
    this.#toOrphan = queue('garbage_collector_attempt_to_orphan');
    this.#graph = new OwnerGraph({
      attemptToDelete: (node) => this.#toDelete.add(node),
      attemptToOrphan: (node) => this.#toOrphan.add(node),
      ownerIsAbsent: (owner) => this.#absentOwners.add(owner),
      namespaceIsInvalid: (dependent, owner) => this.#reportNamespace(dependent, owner),
    });
  }

  #reportNamespace({ identity }: GraphNode, { apiVersion, kind, name, uid }: OwnerReference): void {
    const { namespace } = identity;
    const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const message = `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`;
    this.#recorder.about({ ...identity }, { type: 'Warning', reason: 'OwnerRefInvalidNamespace', message });
  }

  /** What was found in the first lists is worked on once all of them are there. */
  async run(): Promise<void> {
    const { signal } = this.#context;
    await this.#follow();
    onDiscoveryChange(this.#context, () => this.#follow());
    await Promise.all([...this.#monitors.values()].map(({ listed }) => listed));
    if (!signal.aborted) await Promise.all([this.#deleteInTurn(), this.#orphanInTurn()]);
    await Promise.all([...this.#monitors.values()].map(({ stopped }) => stopped));
  }

  #deleteInTurn(): Promise<void> {
    const { signal } = this.#context;
    const collector = this.#collector();
    const reconcile = (node: GraphNode): Promise<void> => collector.attemptToDelete(node);
    return runController({ queue: this.#toDelete, workers, signal, onError: this.#onError, reconcile });
  }

  #orphanInTurn(): Promise<void> {
    const { signal } = this.#context;
    const collector = this.#collector();
    const reconcile = (node: GraphNode): Promise<void> => collector.orphan(node);
    return runController({ queue: this.#toOrphan, workers, signal, onError: this.#onError, reconcile });
  }

  readonly #onError = (error: unknown): void => this.#context.onError(error);

  #collector(): Collector {
    return new Collector({
      context: this.#context,
      graph: this.#graph,
      kinds: this.#kinds,
      absentOwners: this.#absentOwners,
      enqueue: (node) => this.#toDelete.add(node),
    });
  }

  /** Watches the metadata of every kind that can be deleted. */
  async #follow(): Promise<void> {
    const { resources, failures } = await discoverResources(this.#context.client, this.#context.signal);
    this.#kinds.replace(resources);
    const wanted = new Map(resources.filter(isCollectable).map((resource) => [keyOf(resource), resource]));
    for (const [key, monitor] of this.#monitors) {
      // What an unavailable extension server serves is unknown, not gone.
      if (wanted.has(key) || failures.includes(monitor.apiVersion)) continue;
      this.#monitors.delete(key);
      monitor.stop();
    }
    for (const [key, resource] of wanted) {
      if (!this.#monitors.has(key)) this.#monitors.set(key, monitorOf(resource, this.#graph, this.#context));
    }
  }
}

/** Events have no dependents, and are not worth the watch. */
function isCollectable({ group, resource, verbs }: DiscoveredResource): boolean {
  const isEvents = resource === 'events' && (group === '' || group === 'events.k8s.io');
  return !isEvents && verbs.has('delete') && verbs.has('list') && verbs.has('watch');
}

function keyOf({ group, version, resource }: DiscoveredResource): string {
  return compositeKey(group, version, resource);
}

/** Keeps the graph in step with the objects of one resource. */
interface Monitor {
  readonly apiVersion: string;
  /** Resolves when the first list is in the graph, or the monitor has been stopped. */
  readonly listed: Promise<void>;
  readonly stopped: Promise<void>;
  stop(): void;
}

/** Other controllers may watch whole objects already: then their metadata are not watched as well. */
function monitorOf(resource: DiscoveredResource, graph: OwnerGraph, context: ControllerContext): Monitor {
  const { group, version, kind } = resource;
  const type = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
  const informer = context.informers.running<PartialObjectMetadata>(resource);
  return informer ? informerMonitor(informer, graph, type) : reflectorMonitor(resource, { graph, type, context });
}

function informerMonitor(informer: Informer<PartialObjectMetadata>, graph: OwnerGraph, type: Kind): Monitor {
  const put = ({ metadata }: PartialObjectMetadata): void => graph.put(identityOf(metadata, type), metadata);
  const remove = ({ metadata }: PartialObjectMetadata): void => graph.remove(identityOf(metadata, type));
  const stop = informer.addHandler({
    added: put,
    updated: (old, object) => {
      if (old.metadata.uid !== object.metadata.uid) remove(old);
      put(object);
    },
    deleted: remove,
  });
  const listed = informer.synced().catch(() => undefined);
  return { apiVersion: type.apiVersion, listed, stopped: Promise.resolve(), stop };
}

function reflectorMonitor(
  resource: DiscoveredResource,
  { graph, type, context }: { graph: OwnerGraph; type: Kind; context: ControllerContext },
): Monitor {
  const { client, sourceOf, clock, signal, onError } = context;
  const end = new AbortController();
  let isListed: () => void = () => undefined;
  const listed = new Promise<void>((resolve) => {
    isListed = resolve;
  });
  const reflector = new Reflector<PartialObjectMetadata>({
    source: sourceOf(client.metadata(resource)),
    target: {
      put: ({ metadata }) => graph.put(identityOf(metadata, type), metadata),
      remove: ({ metadata }) => graph.remove(identityOf(metadata, type)),
      replace: (items) => {
        replaceAll(graph, items, type);
        isListed();
      },
    },
    clock,
    random: Math.random,
    onError,
  });
  const stopped = reflector.run(AbortSignal.any([signal, end.signal])).finally(isListed);
  return { apiVersion: type.apiVersion, listed, stopped, stop: () => end.abort() };
}

type Kind = Pick<Identity, 'apiVersion' | 'kind'>;

function identityOf(metadata: PartialObjectMetadata['metadata'], type: Kind): Identity {
  return { ...type, namespace: metadata.namespace ?? '', name: metadata.name ?? '', uid: metadata.uid ?? '' };
}

function replaceAll(graph: OwnerGraph, items: readonly PartialObjectMetadata[], type: Kind): void {
  const present = new Set(items.map(({ metadata }) => metadata.uid));
  for (const { identity } of [...graph.observed(type)]) if (!present.has(identity.uid)) graph.remove(identity);
  for (const { metadata } of items) graph.put(identityOf(metadata, type), metadata);
}
