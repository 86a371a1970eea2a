import { setMaxListeners } from 'node:events';
import type { ObjectMeta } from '../api/meta/v1.js';
import { type Clock, systemClock } from '../client/clock/index.js';
import { type ListWatch, SharedInformers } from '../client/informer/index.js';
import type { ResourceClient, RestClient } from '../client/rest/index.js';
import type { WorkQueueMetricsProvider } from '../client/workqueue/index.js';
import type { Controller, ControllerContext } from './controller.js';
import { type ContentOf, deferredSource } from './deferred-source.js';

export interface ControllerManagerOptions {
  /** Returns the client of a program: the manager of the fields that its controllers write. */
  readonly clientAs: (program: string) => RestClient;
  readonly controllers: readonly Controller[];
  readonly clock?: Clock;
  /** What a controller waits for before it runs, by its name. Unset: nothing. */
  readonly startAfter?: ((controller: string) => Promise<void>) | undefined;
  /** Resources are not watched before they have objects. Unset: all are watched at once. */
  readonly contentOf?: ContentOf | undefined;
  /** Unset: work queues are not measured. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly onError: (error: unknown) => void;
}

const defaultProgram = 'kube-controller-manager';

/** Runs controllers against a server. */
export class ControllerManager {
  readonly #options: ControllerManagerOptions;
  readonly #end = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #informers: SharedInformers | undefined;

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
  }

  /** Starts all controllers; returns at once. */
  start(): void {
    const { clientAs, controllers, clock = systemClock, startAfter, contentOf, queueMetrics, onError } = this.#options;
    const { signal } = this.#end;
    // Every controller waits for it.
    setMaxListeners(0, signal);
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const report = (error: unknown): void => {
      if (!signal.aborted) onError(error);
    };
    const client = clientAs(defaultProgram);
    const sourceOf = <Item extends object>(resource: ResourceClient<Item>): ListWatch<Item> => {
      const content = contentOf?.(resource.resource);
      return content ? deferredSource(resource, content) : resource;
    };
    const informers = new SharedInformers({
      ...{ client, clock, sourceOf, onError: report },
      transform: withoutManagedFields,
    });
    this.#informers = informers;
    const context: ControllerContext = { client, informers, sourceOf, clock, queueMetrics, signal, onError: report };
    const run = async (controller: Controller): Promise<void> => {
      const { name, program } = controller;
      if (startAfter) await Promise.race([startAfter(name), ended]);
      if (signal.aborted) return;
      const own = program === undefined ? context : { ...context, client: clientAs(program) };
      await controller.run(own);
    };
    this.#running = Promise.all(controllers.map((controller) => run(controller).catch(report)));
  }

  /** Resolves when no controller is running any more. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#informers?.close();
    await this.#running;
  }
}

/** As upstream: controllers do not read them, and an update without them leaves them as they are. */
function withoutManagedFields<Item extends object>(item: Item): Item {
  delete (item as { metadata?: ObjectMeta }).metadata?.managedFields;
  return item;
}
