// Follows staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';

interface Remembered<Result> {
  readonly result: Result;
  readonly until: number;
}

const maxEntries = 8192;

/** An LRU cache of decisions with expiry. */
export class DecisionCache<Result> {
  /** Least recently used first. */
  readonly #entries = new Map<string, Remembered<Result>>();
  readonly #now: () => number;

  constructor(now: () => number = systemClock.now) {
    this.#now = now;
  }

  get(key: string): Result | undefined {
    const remembered = this.#entries.get(key);
    if (!remembered) return undefined;
    this.#entries.delete(key);
    if (remembered.until <= this.#now()) return undefined;
    this.#entries.set(key, remembered);
    return remembered.result;
  }

  add(key: string, result: Result, milliseconds: number): void {
    if (milliseconds <= 0) return;
    this.#entries.set(key, { result, until: this.#now() + milliseconds });
    if (this.#entries.size <= maxEntries) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }
}
