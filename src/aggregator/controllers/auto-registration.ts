// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/autoregister/autoregister_controller.go (v1.36)

import { isDeepStrictEqual } from 'node:util';
import { isAlreadyExists, isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import { runController, WorkQueue, type WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import { type ApiService, type ApiServiceSpec, apiServiceName, nameOf } from '../api-service/index.js';

/** Marks an APIService that the server manages, and how. */
const managedLabel = 'kube-aggregator.kubernetes.io/automanaged';

/** `onstart`: updated once after a start; users may change it afterwards. */
export type Management = 'onstart' | 'true';

interface Wanted {
  readonly spec: ApiServiceSpec;
  readonly management: Management;
}

export interface AutoRegistrationOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly informer: Informer<ApiService>;
  readonly apiServices: ResourceClient<ApiService>;
  readonly onError: (error: unknown) => void;
}

const workers = 5;

/** Maintains an APIService for each group version that the chain serves itself. */
export class AutoRegistration {
  readonly #options: AutoRegistrationOptions;
  readonly #wanted = new Map<string, Wanted>();
  readonly #queue: WorkQueue<string>;
  readonly #atStart = new Set<string>();
  /** Names that were reconciled and that exist, are wanted, or existed at the start. */
  readonly #synced = new Set<string>();
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: AutoRegistrationOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ name: 'autoregister', metrics: options.queueMetrics });
  }

  want(spec: ApiServiceSpec, management: Management): void {
    const name = apiServiceName(spec);
    this.#wanted.set(name, { spec, management });
    this.#queue.add(name);
  }

  unwant(name: string): void {
    if (this.#wanted.delete(name)) this.#queue.add(name);
  }

  /** Call it after the informer has synced and all known versions are wanted: other managed APIServices are deleted. */
  start(): void {
    const { informer } = this.#options;
    for (const apiService of informer.lister.list()) this.#atStart.add(nameOf(apiService));
    const add = (apiService: ApiService): void => this.#queue.add(nameOf(apiService));
    informer.addHandler({ added: add, updated: (_old, one) => add(one), deleted: add });
    this.#running = runController({
      queue: this.#queue,
      workers,
      reconcile: (name) => this.#reconcile(name),
      signal: this.#end.signal,
      onError: this.#options.onError,
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #reconcile(name: string): Promise<void> {
    const hasSynced = this.#synced.has(name);
    const wanted = this.#wanted.get(name);
    const current = this.#options.informer.lister.get(name);
    if (current || wanted) await this.#align({ name, wanted, current, hasSynced });
    if (current || wanted || this.#atStart.has(name)) this.#synced.add(name);
    else this.#synced.delete(name);
  }

  async #align(state: {
    readonly name: string;
    readonly wanted: Wanted | undefined;
    readonly current: ApiService | undefined;
    readonly hasSynced: boolean;
  }): Promise<void> {
    const { name, wanted, current, hasSynced } = state;
    const { apiServices } = this.#options;
    if (wanted?.management === 'onstart' && hasSynced) return;
    if (!current) {
      if (wanted) await unlessChanged(apiServices.create(newApiService(name, wanted)));
      return;
    }
    const management = current.metadata.labels?.[managedLabel];
    if (management !== 'onstart' && management !== 'true') return;
    if (management === 'onstart' && (hasSynced || !this.#atStart.has(name))) return;
    if (!wanted) {
      const { uid = '' } = current.metadata;
      await unlessChanged(apiServices.delete(name, { preconditions: { uid } }));
    } else if (!isDeepStrictEqual(current.spec, wanted.spec)) {
      await unlessChanged(apiServices.update({ ...current, spec: wanted.spec }));
    }
  }
}

/** Ignores conflicts with other writers: their change triggers another reconciliation. */
async function unlessChanged(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isAlreadyExists(error) && !isNotFound(error) && !isConflict(error)) throw error;
  }
}

function newApiService(name: string, { spec, management }: Wanted): ApiService {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name, labels: { [managedLabel]: management } },
    spec,
  };
}
