import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedStore } from './indexed-store.js';

interface Item {
  readonly metadata: { readonly namespace: string };
  readonly tags: readonly string[];
}

const item: fc.Arbitrary<Item> = fc.record({
  metadata: fc.record({ namespace: fc.constantFrom('a', 'b') }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', '__proto__')),
});
const change = fc.tuple(fc.constantFrom('1', '2', '3'), fc.option(item));

test('an index finds what a search through all objects finds', () => {
  fc.assert(
    fc.property(fc.array(change), fc.nat(), (changes, addedAt) => {
      const store = new IndexedStore<Item>();
      const model = new Map<string, Item>();
      const indexers = { tags: ({ tags }: Item) => tags };
      changes.forEach(([key, value], at) => {
        if (at === addedAt) store.addIndexers(indexers);
        expect(value === null ? store.remove(key) : store.put(key, value)).toBe(model.get(key));
        if (value === null) model.delete(key);
        else model.set(key, value);
      });
      store.addIndexers(indexers);
      expect(new Map(store.entries())).toEqual(model);
      for (const tag of ['x', 'y', '__proto__']) {
        const expected = [...model.values()].filter(({ tags }) => tags.includes(tag));
        expect(new Set(store.byIndex('tags', tag))).toEqual(new Set(expected));
      }
      for (const namespace of ['a', 'b']) {
        const expected = [...model.values()].filter(({ metadata }) => metadata.namespace === namespace);
        expect(new Set(store.byIndex('namespace', namespace))).toEqual(new Set(expected));
      }
      expect(new Set(store.indexValues('tags'))).toEqual(new Set([...model.values()].flatMap(({ tags }) => tags)));
    }),
  );
});
