import { ExponentialPerItem, type ReconcileResult, runController, WorkQueue } from '../../client/workqueue/index.js';
import type { RemoteService } from '../remote-service.js';
import type { RemoteServices } from '../remote-services.js';

export interface RemotePollerOptions {
  readonly remotes: RemoteServices;
  /** Reads from a server. Errors are retried with exponential backoff. */
  readonly poll: (remote: RemoteService, signal: AbortSignal) => Promise<void>;
  /** Called when the server is no longer registered. */
  readonly forget: (name: string) => void;
  readonly firstRetryMilliseconds: number;
}

const pollMilliseconds = 60_000;
const workers = 4;

/** Polls every extension API server: when it is registered or changed, and every minute. */
export class RemotePoller {
  readonly #options: RemotePollerOptions;
  readonly #queue: WorkQueue<string>;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: RemotePollerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue<string>({
      rateLimiter: new ExponentialPerItem({
        firstMilliseconds: options.firstRetryMilliseconds,
        limitMilliseconds: pollMilliseconds,
      }),
    });
  }

  /** Also polls the servers that are already registered. */
  start(): void {
    const { remotes } = this.#options;
    const add = ({ name }: RemoteService): void => this.#queue.add(name);
    remotes.observe({ changed: add, removed: add });
    for (const remote of remotes.all()) add(remote);
    this.#running = runController({
      queue: this.#queue,
      workers,
      reconcile: (name, signal) => this.#reconcile(name, signal),
      signal: this.#end.signal,
      // The status of the APIService reports whether the server responds.
      onError: () => {},
    });
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the controller was closed'));
    await this.#running;
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
