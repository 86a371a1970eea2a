import { describe } from 'vitest';
import { concurrency } from './concurrency.js';
import type { OpenSubject } from './harness.js';
import { history } from './history.js';
import { model } from './model.js';
import { readsAndWrites } from './reads-and-writes.js';
import { watches } from './watches.js';

interface ContractOptions {
  /** The number of random histories; fewer if opening a subject is slow. */
  readonly histories?: number;
}

/**
 * The suite that every `Storage` must pass. `open` returns a subject with nothing below `/things/`; it is called for
 * each test.
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
