import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cloneJson, isJsonObject, type JsonValue, jsonEqual } from './json-value.js';

describe('jsonEqual', () => {
  const cases: [name: string, a: JsonValue | undefined, b: JsonValue | undefined, equal: boolean][] = [
    ['objects whatever the order of their keys', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['lists in order', [1, 2], [2, 1], false],
    ['a list and an object with the same keys', ['x'], { 0: 'x' }, false],
    ['null and an empty object', null, {}, false],
    ['a missing key and an undefined document', undefined, null, false],
    ['64-bit integers', 9007199254740993n, 9007199254740993n, true],
    ['a key that only the prototype has', { toString: 1 }, { x: 1 }, false],
  ];
  test.each(cases)('%s', (_name, a, b, equal) => expect(jsonEqual(a, b)).toBe(equal));

  test.each(cases)('%s, deep inside', (_name, a, b, equal) => {
    const [left, right] = [a, b].map((value) => nested(value === undefined ? {} : value, 9_990));
    expect(jsonEqual(left, right)).toBe(equal);
  });

  test('refuses what is nested deeper than any document', () => {
    expect(() => jsonEqual(nested(1, 200_000), nested(2, 200_000))).toThrow(RangeError);
  });
});

function nested(value: JsonValue, levels: number): JsonValue {
  let document = value;
  for (let depth = 0; depth < levels; depth++) document = depth % 2 === 0 ? [document] : { a: document };
  return document;
}

describe('cloneJson', () => {
  test('copies everything, and shares nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = cloneJson(value as JsonValue);
        expect(copy).toEqual(structuredClone(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
    const inner = { b: [9007199254740993n] };
    expect(cloneJson({ a: inner }).a).not.toBe(inner);
  });

  test.each([
    ['a key that is named __proto__', JSON.parse('{"__proto__":{"a":1},"b":2}')],
    ['as deep as documents are', nested({ a: 1 }, 9_000)],
  ])('copies %s', (_name, value) => {
    expect(jsonEqual(cloneJson(value), value)).toBe(true);
  });
});

test('isJsonObject distinguishes objects from lists and null', () => {
  expect([{}, [], null, 'x', 1n].map(isJsonObject)).toEqual([true, false, false, false, false]);
});
