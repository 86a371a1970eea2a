import { systemClock } from '../../apimachinery/clock/index.js';
export interface RepeatingOptions {
  readonly task: () => Promise<void>;
  readonly everyMilliseconds: number;
  /** Delay before the first run; default: short, so that it does not slow down server startup. */
  readonly firstMilliseconds?: number;
  /** Called when a task keeps failing beyond the startup grace period. */
  readonly onError: (error: unknown) => void;
}

const firstRunMilliseconds = 300;
const firstRetryMilliseconds = 100;
/** Grace period for dependencies that become available during startup. */
const graceMilliseconds = 5_000;

/** Runs a task periodically; retries a failed task sooner, with exponential backoff. */
export class Repeating {
  readonly #options: RepeatingOptions;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RepeatingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#after(this.#options.firstMilliseconds ?? firstRunMilliseconds, firstRetryMilliseconds);
  }

  /** Resolves when no run is in progress and none will start. */
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
        if (retryMilliseconds > graceMilliseconds && !this.#isClosed) onError(error);
        this.#after(Math.min(retryMilliseconds, everyMilliseconds), retryMilliseconds * 2);
      },
    );
  }

  #after(milliseconds: number, retryMilliseconds: number): void {
    if (this.#isClosed) return;
    this.#cancelTimer = systemClock.after(milliseconds, () => this.#run(retryMilliseconds), { unref: true });
  }
}
