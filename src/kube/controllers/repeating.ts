export interface RepeatingOptions {
  readonly task: () => Promise<void>;
  readonly everyMilliseconds: number;
  /** Told of a task that failed for longer than it takes a server to start. */
  readonly onError: (error: unknown) => void;
}

const firstRetryMilliseconds = 100;
/** What is yet to come when a server starts is there by then. */
const patienceMilliseconds = 5_000;

/** Does a task at once, and again each so often; one that failed again sooner, but ever less soon. */
export class Repeating {
  readonly #options: RepeatingOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RepeatingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#run(firstRetryMilliseconds);
  }

  /** Resolves when the task is not done any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(retryMilliseconds: number): void {
    const { task, everyMilliseconds, onError } = this.#options;
    const again = (milliseconds: number, nextRetry: number): void => {
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => this.#run(nextRetry), milliseconds);
      this.#timer.unref();
    };
    this.#running = task().then(
      () => again(everyMilliseconds, firstRetryMilliseconds),
      (error: unknown) => {
        if (retryMilliseconds > patienceMilliseconds && !this.#isClosed) onError(error);
        again(Math.min(retryMilliseconds, everyMilliseconds), retryMilliseconds * 2);
      },
    );
  }
}
