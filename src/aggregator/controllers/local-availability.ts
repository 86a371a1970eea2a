// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/status/local/local_available_controller.go (v1.36)

import type { Informer } from '../../client/informer/index.js';
import type { WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import { type ApiService, localAvailability, nameOf } from '../api-service/index.js';
import { ApiServiceController } from './api-service-controller.js';
import type { StatusWriter } from './status-writer.js';

export interface LocalAvailabilityOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly informer: Informer<ApiService>;
  readonly statuses: StatusWriter;
}

/** Marks APIServices that the chain serves itself as always available. */
export class LocalAvailability {
  readonly #options: LocalAvailabilityOptions;
  readonly #controller: ApiServiceController;

  constructor(options: LocalAvailabilityOptions) {
    this.#options = options;
    this.#controller = new ApiServiceController({
      name: 'LocalAvailabilityController',
      queueMetrics: options.queueMetrics,
      reconcile: (name) => this.#reconcile(name),
      workers: 5,
      firstRetryMilliseconds: 5,
      lastRetryMilliseconds: 30_000,
    });
  }

  start(): void {
    const add = (apiService: ApiService): void => this.#controller.add(nameOf(apiService));
    this.#options.informer.addHandler({ added: add, updated: (_old, one) => add(one), deleted: add });
    this.#controller.start();
  }

  close(): Promise<void> {
    return this.#controller.close();
  }

  async #reconcile(name: string): Promise<undefined> {
    const { informer, statuses } = this.#options;
    const apiService = informer.lister.get(name);
    if (!apiService) statuses.forget(name);
    else if (!apiService.spec.service) await statuses.write(apiService, localAvailability);
  }
}
