import { describe } from 'vitest';
import { concurrency } from './concurrency.js';
import type { OpenSubject } from './harness.js';
import { history } from './history.js';
import { model } from './model.js';
import { readsAndWrites } from './reads-and-writes.js';
import { watches } from './watches.js';

export interface ContractOptions {
  /** How many random histories are played; fewer where opening a subject is slow. */
  readonly histories?: number;
}

/**
 * The suite that everything which calls itself a `Storage` passes. `open` gives a subject with nothing below
 * `/things/`; it is called anew for each test.
 */
export function storageContract(name: string, open: OpenSubject, { histories = 100 }: ContractOptions = {}): void {
  describe(`${name} is a storage:`, () => {
    readsAndWrites(open);
    history(open);
    watches(open);
    concurrency(open);
    model(open, histories);
  });
}
