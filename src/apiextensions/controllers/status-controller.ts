// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/establish/establishing_controller.go (v1.36)

import { isEmptyObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { createMergePatch } from '../../apimachinery/patch/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import {
  type ReconcileResult,
  runController,
  WorkQueue,
  type WorkQueueMetricsProvider,
} from '../../client/workqueue/index.js';
import {
  type CustomResourceDefinition,
  type DefinitionNames,
  type DefinitionStatus,
  isConditionTrue,
} from '../definition/index.js';
import { decideApiApproval } from './api-approval.js';
import { decideEstablished, establishingWait } from './establishing.js';
import { NameRegistry } from './name-registry.js';
import { decideNames } from './naming.js';
import { decideNonStructuralSchema } from './non-structural-schema.js';
import { writeStatus } from './write-status.js';

interface StatusControllerOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly informer: Informer<CustomResourceDefinition>;
  readonly client: ResourceClient<CustomResourceDefinition>;
  /** See `decideEstablished`. */
  readonly establishingDelayMilliseconds: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Writes take as long as the storage does: several definitions are written concurrently. */
const workers = 10;

/**
 * Maintains the conditions and accepted names of definitions. All changes to a definition's status are computed
 * together and written at once: a definition without conflicts is established by a single write.
 */
export class StatusController {
  readonly #options: StatusControllerOptions;
  readonly #queue: WorkQueue<string>;
  readonly #names = new NameRegistry();

  constructor(options: StatusControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ name: 'crd_naming_condition_controller', metrics: options.queueMetrics });
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { informer, onError } = this.#options;
    const stop = informer.addHandler({
      added: (definition) => this.#see(definition),
      updated: (_old, definition) => this.#see(definition),
      deleted: (definition) => this.#forget(definition),
    });
    const reconcile = (name: string): Promise<ReconcileResult | undefined> => this.#reconcile(name);
    await runController({ queue: this.#queue, workers, signal, onError, reconcile });
    stop();
  }

  #see(definition: CustomResourceDefinition): void {
    this.#claim(definition, definition.status.acceptedNames);
    this.#queue.add(definition.metadata.name!);
  }

  #claim({ metadata, spec }: CustomResourceDefinition, names: DefinitionNames): void {
    for (const waiting of this.#names.claim(metadata.name!, spec.group, names)) this.#queue.add(waiting);
  }

  #forget({ metadata, spec }: CustomResourceDefinition): void {
    for (const waiting of this.#names.remove(metadata.name!, spec.group)) this.#queue.add(waiting);
  }

  async #reconcile(name: string): Promise<ReconcileResult | undefined> {
    const { informer, client, establishingDelayMilliseconds: delay, now } = this.#options;
    const definition = informer.lister.get(name);
    if (!definition) return undefined;
    const status = this.#decide(definition);
    const patch = createMergePatch(asJson(definition.status), asJson(status));
    if (!isEmptyObject(patch)) await writeStatus(client, definition, { status: patch });
    const wait = establishingWait({ ...definition, status }, delay, now());
    return wait > 0 ? { requeueAfterMilliseconds: wait } : undefined;
  }

  /** Returns the status that the definition should have. */
  #decide(definition: CustomResourceDefinition): DefinitionStatus {
    const { establishingDelayMilliseconds: delay, now } = this.#options;
    const name = definition.metadata.name!;
    const time = now();
    let status = decideNames(definition, this.#names, time);
    // Claim the names now, not after the write: other definitions are decided meanwhile.
    this.#claim(definition, status.acceptedNames);
    this.#names.setWaiting(name, definition.spec.group, { isWaiting: !isConditionTrue({ status }, 'NamesAccepted') });
    status = decideEstablished({ ...definition, status }, delay, time);
    status = decideApiApproval({ ...definition, status }, time);
    return decideNonStructuralSchema({ ...definition, status }, time);
  }
}

function asJson(status: DefinitionStatus): JsonObject {
  return status as unknown as JsonObject;
}
