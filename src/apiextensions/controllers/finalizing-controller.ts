// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import { runController, WorkQueue, type WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import type { ResourceStore } from '../../server/registry/index.js';
import {
  type ConditionChange,
  type CustomResourceDefinition,
  cleanupFinalizer,
  isEstablished,
  setCondition,
} from '../definition/index.js';
import { allInstancesGone, deleteInstances, hasInstances } from './instances.js';
import { writeStatus } from './write-status.js';

interface FinalizingControllerOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly informer: Informer<CustomResourceDefinition>;
  readonly client: ResourceClient<CustomResourceDefinition>;
  /** Returns the store of a definition's objects, whether or not its API is still served. */
  readonly storeOf: (definition: CustomResourceDefinition) => ResourceStore | Promise<ResourceStore>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const workers = 5;

/** Built-in resources: a definition that overlaps with one must not delete its objects. */
const builtIn = new Set(['apiservices.apiregistration.k8s.io', 'customresourcedefinitions.apiextensions.k8s.io']);

/** Deletes the objects of a definition that is being deleted, and removes its finalizer when the last one is gone. */
export class FinalizingController {
  readonly #options: FinalizingControllerOptions;
  readonly #queue: WorkQueue<string>;
  /** Definitions that wait for their objects to be removed. */
  readonly #waiting = new Set<string>();

  constructor(options: FinalizingControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ name: 'crd_finalizer', metrics: options.queueMetrics });
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { informer, onError } = this.#options;
    const see = (definition: CustomResourceDefinition): void => {
      if (isToBeFinalized(definition)) this.#queue.add(definition.metadata.name!);
    };
    const stop = informer.addHandler({
      added: see,
      updated: (old, definition) => {
        if (isNews(old, definition)) see(definition);
      },
    });
    const reconcile = (name: string): Promise<void> => this.#reconcile(name, signal);
    await runController({ queue: this.#queue, workers, signal, onError, reconcile });
    stop();
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<void> {
    const definition = this.#options.informer.lister.get(name);
    if (!definition || !isToBeFinalized(definition) || this.#waiting.has(name)) return;
    const reason = reasonToLetGo(definition);
    if (reason) return this.#letGo(definition, reason);
    const store = await this.#options.storeOf(definition);
    if (!(await hasInstances(store))) return this.#letGo(definition, completed);
    const marked = await this.#say(definition, inProgress);
    if (!marked) return this.#queue.addRateLimited(name);
    await this.#deleteInstances(marked, store);
    if (!(await hasInstances(store))) return this.#letGo(marked, completed);
    void this.#waitFor(name, store, signal);
  }

  async #deleteInstances(definition: CustomResourceDefinition, store: ResourceStore): Promise<void> {
    try {
      await deleteInstances(store);
    } catch (error) {
      const message = `could not issue all deletes: ${messageOf(error)}`;
      await this.#say(definition, { type: 'Terminating', status: 'True', reason: 'InstanceDeletionFailed', message });
      throw error;
    }
  }

  /** Does not occupy a worker: finalizers of some objects must not delay other definitions. */
  async #waitFor(name: string, store: ResourceStore, signal: AbortSignal): Promise<void> {
    this.#waiting.add(name);
    try {
      await allInstancesGone(store, signal);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#waiting.delete(name);
      this.#queue.add(name);
    }
  }

  /** Returns the definition with the condition; undefined if another writer has changed it meanwhile. */
  async #say(definition: CustomResourceDefinition, condition: ConditionChange) {
    const { client, now } = this.#options;
    const status = setCondition(definition.status, condition, now());
    if (status === definition.status) return definition;
    return writeStatus(client, definition, { status: conditionsOf(status) });
  }

  async #letGo(definition: CustomResourceDefinition, condition: ConditionChange): Promise<void> {
    const { client, now } = this.#options;
    const status = setCondition(definition.status, condition, now());
    const others = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
    const written = await writeStatus(client, definition, {
      status: conditionsOf(status),
      metadata: { finalizers: others.length > 0 ? others : null },
    });
    if (!written) this.#queue.addRateLimited(definition.metadata.name!);
  }
}

const inProgress: ConditionChange = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
};
const completed: ConditionChange = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
};
const overlapping: ConditionChange = {
  type: 'Terminating',
  status: 'False',
  reason: 'OverlappingBuiltInResource',
  message: 'instances overlap with built-in resources in storage',
};
const neverEstablished: ConditionChange = {
  type: 'Terminating',
  status: 'False',
  reason: 'NeverEstablished',
  message: 'resource was never established',
};

function isToBeFinalized({ metadata }: CustomResourceDefinition): boolean {
  return metadata.deletionTimestamp != null && (metadata.finalizers?.includes(cleanupFinalizer) ?? false);
}

/** Ignores this controller's own status updates: after an error they would trigger immediate retries without end. */
function isNews(old: CustomResourceDefinition, definition: CustomResourceDefinition): boolean {
  if (!isToBeFinalized(old) || old.metadata.generation !== definition.metadata.generation) return true;
  return isEstablished(old) !== isEstablished(definition);
}

/** Returns why a definition can be removed without deleting objects; undefined if it may have objects. */
function reasonToLetGo(definition: CustomResourceDefinition): ConditionChange | undefined {
  const { group, names } = definition.spec;
  // Unambiguous: plurals have no dot.
  if (builtIn.has(`${names.plural}.${group}`)) return overlapping;
  return isEstablished(definition) ? undefined : neverEstablished;
}

function conditionsOf({ conditions }: CustomResourceDefinition['status']): JsonObject {
  return { conditions } as unknown as JsonObject;
}
