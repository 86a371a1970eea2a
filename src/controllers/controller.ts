import type { Clock } from '../client/clock/index.js';
import type { ListWatch, SharedInformers } from '../client/informer/index.js';
import type { ResourceClient, RestClient } from '../client/rest/index.js';
import type { WorkQueueMetricsProvider } from '../client/workqueue/index.js';

/** The dependencies of controllers. They know the server through its API alone. */
export interface ControllerContext {
  readonly client: RestClient;
  /** Shared by all controllers. The caller that requests an informer also starts it. */
  readonly informers: SharedInformers;
  /** Returns where a controller's own informers read from: not from the server before there may be objects. */
  readonly sourceOf: <Item extends object>(client: ResourceClient<Item>) => ListWatch<Item>;
  readonly clock: Clock;
  /** For the work queues; unset: nothing is measured. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  /** Aborted on shutdown. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** One control loop of kube-controller-manager. */
export interface Controller {
  /** As kube-controller-manager names it in --controllers. */
  readonly name: string;
  /**
   * The program that it belongs to, if that is not kube-controller-manager: the manager of the fields that it writes.
   */
  readonly program?: string;
  /** Runs until the signal is aborted. Resolves when nothing of it is running any more. */
  run(context: ControllerContext): Promise<void>;
}
