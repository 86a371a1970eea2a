import { expect, test } from 'vitest';
import { runAtOnce } from '../event-loop/index.js';
import { cloneJson, type JsonObject, type JsonValue } from './json-value.js';
import { cloneJsonYielding, comparingJson } from './large-values.js';

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const map = (count: number, make: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(many(count, (index) => [`k${index}`, make(index)]));

const documents: Record<string, JsonValue> = {
  'a small object': { a: [1, { b: null }] },
  'a wide list': many(5000, (index) => index),
  'a list of objects': many(3000, (index) => ({ name: `n${index}`, list: [index] })),
  'a wide object': map(5000, (index) => ({ value: index })),
  'wide objects in a wide list': many(10, () => map(1000, () => [])),
  'keys of prototypes': JSON.parse(`{"__proto__":[${many(3000, () => 1)}],"a":{"__proto__":1}}`),
  'deep lists': many(100, () => 0).reduce<JsonValue>((inner) => [inner, many(100, () => 1)], []),
};

test.each(Object.keys(documents))('%s is copied and compared', async (name) => {
  const value = documents[name]!;
  const copy = await cloneJsonYielding(value);
  expect(copy).toEqual(value);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  expect(copy).not.toBe(value);
  expect(runAtOnce(comparingJson(value, copy))).toBe(true);
});

const wide = () => ({ list: many(3000, (index) => ({ index })), map: map(3000, () => 'x') });

test.each<[string, (object: ReturnType<typeof wide>) => void]>([
  ['an item', ({ list }) => Object.assign(list[2999]!, { index: 0 })],
  ['the number of items', ({ list }) => list.pop()],
  ['a member', ({ map }) => Object.assign(map, { k2999: 'y' })],
  ['a key', ({ map }) => Object.assign(map, { other: map['k1'] }) && delete map['k1']],
  ['the number of keys', ({ map }) => delete map['k1']],
  ['a type', (object) => Object.assign(object, { map: [] })],
])('a difference in %s is found', (_what, change) => {
  const [one, other] = [wide(), cloneJson(wide())];
  change(other);
  expect(runAtOnce(comparingJson(one, other))).toBe(false);
  expect(runAtOnce(comparingJson(other, one))).toBe(false);
});

test('a large value is copied and compared in many steps', () => {
  expect([...comparingJson(wide(), wide())].length).toBeGreaterThan(5);
  expect(cloneJsonYielding(wide())).toBeInstanceOf(Promise);
});
