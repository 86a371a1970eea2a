import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation, Revision, Storage } from '../storage.js';
import { type OpenSubject, put, readEvents, readUntil, story, text } from './harness.js';

/** The expected content of a storage, kept in the simplest way: the whole state after every revision. */
class Model {
  readonly #states = new Map<Revision, ReadonlyMap<string, Held>>();
  readonly log: { revision: Revision; story: string }[] = [];
  #revision: Revision;

  constructor(revision: Revision) {
    this.#revision = revision;
    this.#states.set(revision, new Map());
  }

  get revisions(): Revision[] {
    return [...this.#states.keys()];
  }

  modRevision(key: string): Revision {
    return this.#state.get(key)?.modRevision ?? 0n;
  }

  /** Returns whether the transaction must commit; applies its effects if so. */
  commit(operations: readonly Operation[], revision: Revision): boolean {
    if (operations.some(({ key, expect: wanted }) => wanted !== undefined && wanted !== this.modRevision(key)))
      return false;
    const next = new Map(this.#state);
    for (const operation of operations) this.#change(next, operation, revision);
    if (this.log.at(-1)?.revision !== revision) return true;
    this.#revision = revision;
    this.#states.set(revision, next);
    return true;
  }

  list(revision = this.#revision): string[] {
    const byKey = ([a]: [string, Held], [b]: [string, Held]) => (a < b ? -1 : 1);
    return [...this.#states.get(revision)!].sort(byKey).map(([key, { value }]) => `${key}=${value}`);
  }

  get #state(): ReadonlyMap<string, Held> {
    return this.#states.get(this.#revision)!;
  }

  #change(next: Map<string, Held>, operation: Operation, revision: Revision): void {
    const held = next.get(operation.key);
    const previous = held ? ` (was ${held.value})` : '';
    if (operation.type === 'put') {
      next.set(operation.key, { value: operation.value.toString(), modRevision: revision });
      this.log.push({ revision, story: `put ${operation.key}=${operation.value}${previous}` });
    } else if (operation.type === 'delete' && next.delete(operation.key)) {
      this.log.push({ revision, story: `delete ${operation.key}${previous}` });
    }
  }
}

interface Held {
  readonly value: string;
  readonly modRevision: Revision;
}

type Step = {
  type: 'put' | 'delete' | 'check';
  key: string;
  value: string;
  expect: 'nothing' | 'absent' | 'right' | 'wrong';
};

const step = fc.record<Step>({
  type: fc.constantFrom('put', 'put', 'delete', 'check'),
  key: fc.constantFrom('/things/a', '/things/a/b', '/things/b', '/things/ab'),
  value: fc.string({ maxLength: 3 }),
  expect: fc.constantFrom('nothing', 'absent', 'right', 'right', 'wrong'),
});
const transaction = fc.uniqueArray(step, { minLength: 1, maxLength: 3, selector: ({ key }) => key });
const transactions = fc.array(transaction, { minLength: 1, maxLength: 25 });

export function model(open: OpenSubject, numRuns: number): void {
  test('behaves as a simple model does, now, at older revisions, and to watches from any of them', async () => {
    const property = fc.asyncProperty(transactions, fc.nat(), async (plan, compactAt) => {
      const { storage, dispose } = await open();
      try {
        const model = await play(storage, plan);
        await compareHistory(storage, model);
        await compareAfterCompaction(storage, model, compactAt);
      } finally {
        await storage.close();
        await dispose?.();
      }
    });
    await fc.assert(property, { numRuns });
  });
}

async function play(storage: Storage, plan: readonly (readonly Step[])[]): Promise<Model> {
  const model = new Model(await storage.currentRevision());
  for (const steps of plan) {
    const operations = steps.map((one) => toOperation(one, model));
    const result = await storage.commit(operations);
    expect(result.committed).toBe(model.commit(operations, result.revision));
    expect((await storage.range('/things/')).entries.map(text)).toEqual(model.list());
  }
  return model;
}

function toOperation({ type, key, value, expect: kind }: Step, model: Model): Operation {
  const revision = model.modRevision(key);
  const expected = { nothing: undefined, absent: 0n, right: revision, wrong: revision + 1n }[kind];
  if (type === 'check') return { type, key, expect: expected ?? revision };
  const expectation = expected === undefined ? {} : { expect: expected };
  return type === 'put' ? put(key, value, expectation) : { type, key, ...expectation };
}

async function compareHistory(storage: Storage, model: Model): Promise<void> {
  for (const revision of model.revisions) {
    const { entries } = await storage.range('/things/', { revision });
    expect(entries.map(text)).toEqual(model.list(revision));
    const rest = model.log.filter((entry) => entry.revision > revision);
    if (rest.length === 0) continue;
    const events = await readEvents(storage.watch('/things/', { after: revision, previous: true }), rest.length);
    expect(events.map(story)).toEqual(rest.map((entry) => entry.story));
  }
}

async function compareAfterCompaction(storage: Storage, model: Model, compactAt: number): Promise<void> {
  const { revisions } = model;
  const boundary = revisions[compactAt % revisions.length]!;
  if (boundary === revisions[0]) return;
  await storage.compact(boundary);
  for (const revision of revisions) {
    const reading = storage.range('/things/', { revision });
    if (revision < boundary) await expect(reading).rejects.toMatchObject({ code: 'compacted' });
    else expect((await reading).entries.map(text)).toEqual(model.list(revision));
  }
  const rest = model.log.filter((entry) => entry.revision > boundary).map((entry) => entry.story);
  const watch = storage.watch('/things/', { after: boundary, previous: true });
  const reading = readUntil(watch, (events) => events.length >= rest.length);
  watch.requestProgress();
  expect((await reading).map(story)).toEqual(rest);
}
