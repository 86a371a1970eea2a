import type { Clock } from './clock.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that only advances when a test advances it. */
export class ManualClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  #timers: Timer[] = [];
  #onTimer: (() => void) | undefined;

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#elapsed + milliseconds, callback };
    this.#timers.push(timer);
    this.#onTimer?.();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  immediate(callback: () => void): void {
    setImmediate(callback);
  }

  /** Remaining delays of all timers, soonest first. */
  get waiting(): readonly number[] {
    return this.#timers.map(({ due }) => due - this.#elapsed).sort((a, b) => a - b);
  }

  /** Advances time; timers fire in order, each at its time, and the work that they start can run in between. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settle();
    for (let next = this.#dueBy(end); next !== undefined; next = this.#dueBy(end)) {
      const timer = next;
      this.#timers = this.#timers.filter((other) => other !== timer);
      this.#elapsed = timer.due;
      timer.callback();
      await settle();
    }
    this.#elapsed = end;
  }

  /** Advances time in one step: timers that became due fire late, before this returns. */
  jump(milliseconds: number): void {
    this.#elapsed += milliseconds;
    for (let next = this.#dueBy(this.#elapsed); next !== undefined; next = this.#dueBy(this.#elapsed)) {
      const timer = next;
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.callback();
    }
  }

  /** Resolves when a timer is pending. */
  async untilWaiting(): Promise<void> {
    if (this.#timers.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#onTimer = resolve;
    });
    this.#onTimer = undefined;
  }

  #dueBy(end: number): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due <= end && (earliest === undefined || timer.due < earliest.due)) earliest = timer;
    }
    return earliest;
  }
}

/** Lets pending promises and event loop callbacks run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
