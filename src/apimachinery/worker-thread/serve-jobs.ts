import { parentPort, type TransferListItem } from 'node:worker_threads';
import type { Request, Response } from './worker-thread.js';

/** What a job resulted in, and the memory that is moved instead of copied. */
interface Served<Outcome> {
  readonly outcome: Outcome;
  readonly moved?: readonly TransferListItem[];
}

/** The program of a thread: performs the jobs that its `WorkerThread` sends, in order. */
export function serveJobs<Job, Outcome>(perform: (job: Job) => Served<Outcome>): void {
  const port = parentPort!;
  port.on('message', ({ id, job }: Request<Job>) => {
    try {
      const { outcome, moved = [] } = perform(job);
      port.postMessage({ id, outcome } satisfies Response<Outcome>, moved);
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ id, failure } satisfies Response<Outcome>);
    }
  });
}
