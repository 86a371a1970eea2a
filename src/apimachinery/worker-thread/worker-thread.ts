import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { systemClock } from '../clock/index.js';

/** What the thread is sent. */
export interface Request<Job> {
  readonly id: number;
  readonly job: Job;
}

/** What it sends back: an outcome, or why there is none. */
export type Response<Outcome> =
  | { readonly id: number; readonly outcome: Outcome; readonly failure?: undefined }
  | { readonly id: number; readonly failure: string };

export interface WorkerThreadOptions {
  /** The built program of the thread, below `lib`; it calls `serveJobs`. */
  readonly program: string;
  /** What the thread does, for errors. */
  readonly purpose: string;
  /** Unset: Node.js's default. */
  readonly stackMegabytes?: number;
}

const idleMilliseconds = 10_000;

interface Waiting<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/**
 * A thread for work that cannot be interrupted and takes long. It starts with the first job, performs one at a time, and
 * ends when it has been idle for a while.
 */
export class WorkerThread<Job, Outcome> {
  readonly #options: WorkerThreadOptions;
  readonly #waiting = new Map<number, Waiting<Outcome>>();
  #worker: Worker | undefined;
  #cancelEnd: (() => void) | undefined;
  #jobs = 0;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  /** `moved`: memory of the job that is moved to the thread instead of copied. */
  run(job: Job, moved: readonly TransferListItem[] = []): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const worker = this.#started();
      const id = this.#jobs++;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, job } satisfies Request<Job>, moved);
    });
  }

  #started(): Worker {
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
    if (this.#worker) return this.#worker;
    const { program, purpose, stackMegabytes } = this.#options;
    const resourceLimits = stackMegabytes === undefined ? {} : { stackSizeMb: stackMegabytes };
    const worker = new Worker(builtFile(program), { resourceLimits });
    worker.on('message', (response: Response<Outcome>) => this.#finish(response));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error(`the thread that ${purpose} has ended`)));
    this.#worker = worker;
    return worker;
  }

  #finish(response: Response<Outcome>): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (this.#waiting.size === 0) this.#rest();
    if (response.failure === undefined) waiting?.resolve(response.outcome);
    else waiting?.reject(new Error(response.failure));
  }

  /** An idle thread does not keep the process alive. */
  #rest(): void {
    const worker = this.#worker;
    worker?.unref();
    const end = (): void => {
      this.#worker = undefined;
      void worker?.terminate();
    };
    this.#cancelEnd = systemClock.after(idleMilliseconds, end, { unref: true });
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#cancelEnd?.();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Threads cannot run TypeScript: also tests use the built one. */
function builtFile(program: string): string {
  const root = dirname(createRequire(import.meta.url).resolve('#package.json'));
  return join(root, 'lib', program);
}
