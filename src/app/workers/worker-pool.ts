import { systemClock } from '../../apimachinery/clock/index.js';
import type { Logger } from '../../server/logging/index.js';
import type { ReplicationSource } from '../../storage/embedded/replication/index.js';
import type { ConnectionAcceptor } from './connection-acceptor.js';
import type { Peer } from './peer.js';
import { Worker } from './worker.js';

export interface WorkerPoolOptions {
  /** The number of workers beside this process. */
  readonly count: number;
  /** Unset: workers open the storage themselves. */
  readonly source: ReplicationSource | undefined;
  readonly acceptor: ConnectionAcceptor;
  readonly log: Logger;
  /** Defines what this process does for a worker. */
  readonly serve: (peer: Peer) => void;
}

/** A worker that ends this soon after its start is replaced after a delay. */
const soonMilliseconds = 10_000;
const retryMilliseconds = { first: 100, last: 10_000 };

/** The workers of a server: those that end are replaced. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #ready = new Set<Worker>();
  readonly #cancelRetries = new Set<() => void>();
  #retry = retryMilliseconds.first;
  #isClosing = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    for (let number = 1; number <= options.count; number++) this.#start(number);
  }

  /** The workers that serve requests. */
  get peers(): Peer[] {
    return [...this.#ready].map(({ peer }) => peer);
  }

  /** The answers of the workers that serve requests; those that end meanwhile have none. */
  async callAll<Answer>(name: string, body?: string): Promise<Answer[]> {
    const calls = this.peers.map((peer) => peer.call<Answer>(name, body));
    const settled = await Promise.allSettled(calls);
    return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /** Shuts the workers down gracefully; those that take longer than the given time are killed. */
  async close({ graceMilliseconds }: { graceMilliseconds: number }): Promise<void> {
    this.#isClosing = true;
    for (const cancel of this.#cancelRetries) cancel();
    for (const worker of this.#workers) worker.shutDown();
    const cancelKill = systemClock.after(graceMilliseconds, () => {
      for (const worker of this.#workers) worker.kill();
    });
    await Promise.all([...this.#workers].map(({ ended }) => ended));
    cancelKill();
  }

  #start(number: number): void {
    const { source, acceptor, serve, log } = this.#options;
    const started = systemClock.monotonic();
    const worker = new Worker({
      role: { number, port: acceptor.port },
      source,
      onReady: () => {
        this.#ready.add(worker);
        log.info('Worker is ready', { worker: number, pid: worker.id ?? 0 }, { verbosity: 2 });
      },
      onExit: (_ended, reason) => {
        this.#workers.delete(worker);
        this.#ready.delete(worker);
        acceptor.remove(worker, worker.unserved);
        if (this.#isClosing) return;
        log.error(new Error(`worker ${number} has ended: ${reason}`), 'A worker is replaced');
        this.#replace(number, systemClock.monotonic() - started < soonMilliseconds);
      },
    });
    this.#workers.add(worker);
    acceptor.add(worker);
    serve(worker.peer);
  }

  #replace(number: number, isSoon: boolean): void {
    this.#retry = isSoon ? Math.min(this.#retry * 2, retryMilliseconds.last) : retryMilliseconds.first;
    const cancel = systemClock.after(isSoon ? this.#retry : 0, () => {
      this.#cancelRetries.delete(cancel);
      this.#start(number);
    });
    this.#cancelRetries.add(cancel);
  }
}
