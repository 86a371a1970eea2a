import { every, systemClock } from '../../apimachinery/clock/index.js';

/** Base of controllers that reconcile when they start, and then at an interval. */
export abstract class PeriodicController {
  readonly #intervalMilliseconds: number;
  #cancelTimer: (() => void) | undefined;
  protected isClosed = false;

  constructor(intervalMilliseconds: number) {
    this.#intervalMilliseconds = intervalMilliseconds;
  }

  /** Must not reject. */
  abstract reconcile(): Promise<void>;

  /** Resolves after the first reconciliation. */
  async start(): Promise<void> {
    await this.reconcile();
    if (this.isClosed) return;
    this.#cancelTimer = every(systemClock, this.#intervalMilliseconds, () => void this.reconcile());
  }

  close(): void | Promise<void> {
    this.isClosed = true;
    this.#cancelTimer?.();
  }
}
