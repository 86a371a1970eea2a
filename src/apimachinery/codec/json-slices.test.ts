import { expect, test } from 'vitest';
import { runAtOnce } from '../event-loop/index.js';
import type { JsonValue } from '../meta/index.js';
import { jsonText } from './json-encode.js';
import { compactJsonPieces, isLargeJson, jsonPieces } from './json-pieces.js';
import { countKeys, parsingJson } from './json-slices.js';

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const map = (count: number, make: (index: number) => JsonValue): JsonValue =>
  Object.fromEntries(many(count, (index) => [`key "${index}" \\`, make(index)]));

const documents: Record<string, JsonValue> = {
  'a wide list': many(10_000, (index) => index),
  'a list of objects': many(5000, (index) => ({ name: `n${index}`, list: [index, { a: null }] })),
  'a wide object': map(10_000, (index) => `value ${index}`),
  'wide objects in a wide list': many(20, () => map(3000, () => ({}))),
  'wide lists in a wide object': map(20, () => many(5000, () => 'text')),
  'long members among short ones': { a: 1, b: many(9000, () => 1), c: 'x', d: map(4000, () => []), e: {}, f: [] },
  'long strings': many(10, () => '\\"'.repeat(20_000)),
  'whatever Go escapes': many(9000, () => '<&>\u2028\u2029'),
  'keys of prototypes': JSON.parse(`{"__proto__":[${many(9000, () => 1)}],"toString":{"__proto__":2},"1":3}`),
  'large integers': many(9000, () => 9_223_372_036_854_775_807n),
  'nested lists': many(60, () => 0).reduce<JsonValue>((inner) => [inner, many(500, () => 1)], []),
};

test.each(Object.keys(documents))('%s is encoded in pieces as in one', (name) => {
  const value = documents[name]!;
  const joined = (pieces: Iterable<Buffer | undefined>): string => [...pieces].join('');
  expect(joined(jsonPieces(value)) === `${jsonText(value)}\n`).toBe(true);
  expect(joined(compactJsonPieces(value)) === jsonText(value)).toBe(true);
  if (isLargeJson(value)) expect([...jsonPieces(value)].length).toBeGreaterThan(3);
});

test.each(Object.keys(documents).filter((name) => name !== 'large integers'))(
  '%s is parsed in slices as in one',
  (name) => {
    for (const indent of [undefined, 1]) {
      const text = ` ${JSON.stringify(documents[name], undefined, indent)}\n`;
      const steps = parsingJson(text);
      let pauses = 0;
      for (;;) {
        const { done, value: parsed } = steps.next();
        if (!done) {
          pauses++;
          continue;
        }
        expect(JSON.stringify(parsed?.value) === JSON.stringify(JSON.parse(text))).toBe(true);
        expect(parsed?.keys).toBe(countKeys(JSON.parse(text)));
        break;
      }
      expect(pauses).toBeGreaterThan(1);
    }
  },
);

const long = `[${many(9000, () => '1')}]`;
const members = many(4000, (index) => `"k${index}":1`).join();

test.each([
  `[${long}`,
  `${long}]`,
  `[${long}}`,
  `${long} x`,
  `x ${long}`,
  `[${long},]`,
  `[,${long}]`,
  `[${long},,${long}]`,
  `[${long}${long}]`,
  `[${long} 1]`,
  `[1 ${long}]`,
  `[-${long}]`,
  `[${members}]`,
  `{${long}}`,
  `{"a":${long},}`,
  `{"a":${long} "b":1}`,
  `{"a" ${long}}`,
  `{"a":1 ${long}}`,
  `{:${long}}`,
  `{${members},}`,
  `{${members},"x"}`,
  `{${members},"x":"}`,
  `{${members}`,
  `"${'x'.repeat(70_000)}`,
  '['.repeat(70_000),
])('what is not JSON is not parsed (case %#)', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(runAtOnce(parsingJson(text))).toBeUndefined();
});

test('repeated keys are counted once, and the last value wins', () => {
  const text = `{"k0":[${long}],${members},"k1":{"a":1,"a":2},"k3":${long}}`;
  const parsed = runAtOnce(parsingJson(text));
  expect(parsed?.value).toEqual(JSON.parse(text));
  expect(parsed?.keys).toBe(countKeys(JSON.parse(text)));
});

test.each([
  [false, { a: many(100, () => ({ b: 1 })) }],
  [true, many(5000, () => 1)],
  [true, map(5000, () => 1)],
])('whether a value is large: %s', (isLarge, value) => {
  expect(isLargeJson(value)).toBe(isLarge);
});
