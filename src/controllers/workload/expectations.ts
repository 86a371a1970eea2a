// Follows pkg/controller/controller_utils.go (v1.36)
import type { Clock } from '../../client/clock/index.js';

/** Longer than any watch is behind: then they are forgotten. */
const timeoutMilliseconds = 300_000;

interface Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly since: number;
}

/**
 * What a controller has written, but its informers have not delivered yet. Until they have, it must not decide by them
 * what else is missing.
 */
export class Expectations {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #expected = new Map<string, Expected>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  expect(key: string, { creations = 0, deletions = [] }: { creations?: number; deletions?: readonly string[] }): void {
    this.#expected.set(key, { creations, deletions: new Set(deletions), since: this.#clock.monotonic() });
  }

  observeCreation(key: string, count = 1): void {
    const expected = this.#expected.get(key);
    if (expected) expected.creations -= count;
  }

  observeDeletion(key: string, name: string): void {
    this.#expected.get(key)?.deletions.delete(name);
  }

  areSatisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined || this.#clock.monotonic() - expected.since > timeoutMilliseconds) return true;
    return expected.creations <= 0 && expected.deletions.size === 0;
  }

  delete(key: string): void {
    this.#expected.delete(key);
  }
}
