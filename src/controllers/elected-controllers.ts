import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Lease } from '../client/leader-election/index.js';
import { LeaderElector, leaseResource } from '../client/leader-election/index.js';
import type { RestClient } from '../client/rest/index.js';
import type { ControllerManager } from './controller-manager.js';

export interface Election {
  /** Of the Lease. */
  readonly name: string;
  readonly namespace: string;
  readonly leaseDurationMilliseconds: number;
  readonly renewDeadlineMilliseconds: number;
  readonly retryMilliseconds: number;
}

interface ElectedControllersOptions {
  readonly election: Election;
  readonly client: RestClient;
  /** Called each time that this process becomes the leader. */
  readonly createManager: () => ControllerManager;
  /** Called with the identity of a new leader. */
  readonly onNewLeader: (identity: string, isSelf: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs controllers while this process is the leader of those that share a storage. */
export class ElectedControllers {
  readonly #options: ElectedControllersOptions;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: ElectedControllersOptions) {
    this.#options = options;
  }

  /** Becomes a candidate; returns at once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when no controller is running any more. The lease is released, so that another process may take over. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { election, client, onNewLeader, onError } = this.#options;
    const { namespace, ...settings } = election;
    const { signal } = this.#end;
    // Unambiguous: the uuid alone is unique.
    const identity = `${hostname()}_${randomUUID()}`;
    while (!signal.aborted) {
      const elector = new LeaderElector({
        ...settings,
        leases: client.resource<Lease>(leaseResource, namespace),
        identity,
        lead: (leading) => this.#lead(leading),
        onNewLeader: (leader) => onNewLeader(leader, leader === identity),
        onError: (error) => {
          if (!signal.aborted) onError(error);
        },
      });
      await elector.run(signal).catch(onError);
    }
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const manager = this.#options.createManager();
    manager.start();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await manager.close();
  }
}
