import { systemClock } from '../../apimachinery/clock/index.js';
export interface RepeatingOptions {
  readonly task: () => Promise<void>;
  readonly everyMilliseconds: number;
  /** How long the first time waits: a moment unless told, so that it does not hold up a server that starts. */
  readonly firstMilliseconds?: number;
  /** Told of a task that failed for longer than it takes a server to start. */
  readonly onError: (error: unknown) => void;
}

const aMoment = 300;
const firstRetryMilliseconds = 100;
/** What is yet to come when a server starts is there by then. */
const patienceMilliseconds = 5_000;

/** Does a task again each so often; one that failed again sooner, but ever less soon. */
export class Repeating {
  readonly #options: RepeatingOptions;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RepeatingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#after(this.#options.firstMilliseconds ?? aMoment, firstRetryMilliseconds);
  }

  /** Resolves when the task is not done any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  #run(retryMilliseconds: number): void {
    const { task, everyMilliseconds, onError } = this.#options;
    this.#running = task().then(
      () => this.#after(everyMilliseconds, firstRetryMilliseconds),
      (error: unknown) => {
        if (retryMilliseconds > patienceMilliseconds && !this.#isClosed) onError(error);
        this.#after(Math.min(retryMilliseconds, everyMilliseconds), retryMilliseconds * 2);
      },
    );
  }

  #after(milliseconds: number, retryMilliseconds: number): void {
    if (this.#isClosed) return;
    this.#cancelTimer = systemClock.after(milliseconds, () => this.#run(retryMilliseconds), { unref: true });
  }
}
