import type { Clock } from './clock.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Time stands still until a test lets it pass. */
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

  /** How long until each timer that is set fires, soonest first. */
  get waiting(): readonly number[] {
    return this.#timers.map(({ due }) => due - this.#elapsed).sort((a, b) => a - b);
  }

  /** Lets time pass; what becomes due is called in its order, at its time, and what that starts gets to run. */
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

  /** Lets time pass in one go: what became due is called, late, before this returns. */
  jump(milliseconds: number): void {
    this.#elapsed += milliseconds;
    for (let next = this.#dueBy(this.#elapsed); next !== undefined; next = this.#dueBy(this.#elapsed)) {
      const timer = next;
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.callback();
    }
  }

  /** Resolves when there is a timer to wait for. */
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

/** Lets promises and what is ready on the event loop run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
