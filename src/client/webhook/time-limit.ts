import { systemClock } from '../../apimachinery/clock/index.js';
/** Aborts after a timeout or with a signal, unless ended before; ending it removes the timer and the listener. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #cancelTimer: () => void;
  readonly #outer: AbortSignal | undefined;

  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#cancelTimer = systemClock.after(milliseconds, () =>
      this.#abort(new DOMException('timed out', 'TimeoutError')),
    );
    if (outer?.aborted) this.#abort(outer.reason);
    else outer?.addEventListener('abort', this.#onOuter, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#cancelTimer();
    this.#outer?.removeEventListener('abort', this.#onOuter);
  }

  readonly #onOuter = (): void => this.#abort(this.#outer?.reason);

  #abort(reason: unknown): void {
    this.#controller.abort(reason);
  }
}
