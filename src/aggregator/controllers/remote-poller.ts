// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go (v1.36)

import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { RemoteService } from '../remote-service.js';
import type { RemoteServices } from '../remote-services.js';
import { ApiServiceController, type ApiServiceControllerOptions } from './api-service-controller.js';

export interface RemotePollerOptions extends Pick<ApiServiceControllerOptions, 'name' | 'queueMetrics'> {
  readonly remotes: RemoteServices;
  /** Reads from a server. Errors are retried with exponential backoff. */
  readonly poll: (remote: RemoteService, signal: AbortSignal) => Promise<void>;
  /** Called when the server is no longer registered. */
  readonly forget: (name: string) => void;
  readonly firstRetryMilliseconds: number;
}

const pollMilliseconds = 60_000;

/** Polls every extension API server: when it is registered or changed, and every minute. */
export class RemotePoller {
  readonly #options: RemotePollerOptions;
  readonly #controller: ApiServiceController;

  constructor(options: RemotePollerOptions) {
    this.#options = options;
    this.#controller = new ApiServiceController({
      name: options.name,
      queueMetrics: options.queueMetrics,
      reconcile: (name, signal) => this.#reconcile(name, signal),
      workers: 4,
      firstRetryMilliseconds: options.firstRetryMilliseconds,
      lastRetryMilliseconds: pollMilliseconds,
    });
  }

  /** Also polls the servers that are already registered. */
  start(): void {
    const { remotes } = this.#options;
    const add = ({ name }: RemoteService): void => this.#controller.add(name);
    remotes.observe({ changed: add, removed: add });
    for (const remote of remotes.all()) add(remote);
    this.#controller.start();
  }

  close(): Promise<void> {
    return this.#controller.close();
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const { remotes, poll, forget } = this.#options;
    const remote = remotes.get(name);
    if (!remote) {
      forget(name);
      return undefined;
    }
    await poll(remote, signal);
    return { requeueAfterMilliseconds: pollMilliseconds };
  }
}
