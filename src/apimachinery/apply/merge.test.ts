import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { deducedType } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { compileType } from './compile-type.js';
import { mergeValues } from './merge.js';
import { frozen, workloadType } from './workload.test.support.js';

const merged = (live: JsonObject, applied: JsonObject): JsonValue =>
  mergeValues(workloadType, frozen(live), frozen(applied));

describe('an applied configuration is laid over the live object', () => {
  const cases: [name: string, live: JsonObject, applied: JsonObject, expected: JsonObject][] = [
    [
      'scalars are replaced',
      { spec: { replicas: 1, image: 'a' } },
      { spec: { replicas: 2 } },
      { spec: { replicas: 2, image: 'a' } },
    ],
    ['a scalar can become null', { spec: { replicas: 1 } }, { spec: { replicas: null } }, { spec: { replicas: null } }],
    ['maps are merged key by key', { data: { a: '1' } }, { data: { b: '2' } }, { data: { a: '1', b: '2' } }],
    ['null does not empty a map', { data: { a: '1' } }, { data: null }, { data: { a: '1' } }],
    [
      'null does not empty a list of items',
      { spec: { tags: ['a'] } },
      { spec: { tags: null } },
      { spec: { tags: ['a'] } },
    ],
    ['an empty map does not empty a map', { data: { a: '1' } }, { data: {} }, { data: { a: '1' } }],
    ['null replaces an empty map', { data: {} }, { data: null }, { data: null }],
    [
      'an atomic map is replaced',
      { spec: { selector: { a: '1' } } },
      { spec: { selector: { b: '2' } } },
      { spec: { selector: { b: '2' } } },
    ],
    [
      'an atomic list is replaced',
      { spec: { args: ['a', 'b'] } },
      { spec: { args: ['c'] } },
      { spec: { args: ['c'] } },
    ],
    ['an atomic list can be emptied', { spec: { args: ['a'] } }, { spec: { args: [] } }, { spec: { args: [] } }],
    [
      'items are merged by their keys',
      {
        spec: {
          containers: [
            { name: 'a', image: '1' },
            { name: 'b', image: '1' },
          ],
        },
      },
      { spec: { containers: [{ name: 'b', image: '2' }] } },
      {
        spec: {
          containers: [
            { name: 'a', image: '1' },
            { name: 'b', image: '2' },
          ],
        },
      },
    ],
    [
      'keys that are left out have their defaults',
      { spec: { containers: [{ name: 'a', ports: [{ containerPort: 53 }] }] } },
      { spec: { containers: [{ name: 'a', ports: [{ containerPort: 53, protocol: 'TCP', name: 'dns' }] }] } },
      { spec: { containers: [{ name: 'a', ports: [{ containerPort: 53, protocol: 'TCP', name: 'dns' }] }] } },
    ],
    [
      'repeated items of the live list make place for the applied one',
      { spec: { containers: [{ name: 'a', image: '1' }, { name: 'a', image: '2' }, { name: 'b' }] } },
      { spec: { containers: [{ name: 'a', image: '3' }] } },
      { spec: { containers: [{ name: 'a', image: '3' }, { name: 'b' }] } },
    ],
    [
      'repeated items that are not applied stay',
      {
        spec: {
          containers: [
            { name: 'a', image: '1' },
            { name: 'a', image: '2' },
          ],
        },
      },
      { spec: { containers: [{ name: 'b' }] } },
      { spec: { containers: [{ name: 'a', image: '1' }, { name: 'a', image: '2' }, { name: 'b' }] } },
    ],
    [
      '__proto__ is a key',
      JSON.parse('{"data":{"a":"1"}}'),
      JSON.parse('{"data":{"__proto__":"x"}}'),
      JSON.parse('{"data":{"a":"1","__proto__":"x"}}'),
    ],
  ];
  test.each(cases)('%s', (_name, live, applied, expected) =>
    expect(JSON.stringify(merged(live, applied))).toBe(JSON.stringify(expected)),
  );
});

describe('the order of merged items', () => {
  const cases: [live: string, applied: string, expected: string][] = [
    ['', 'ab', 'ab'],
    ['ab', '', 'ab'],
    ['ab', 'ba', 'ba'],
    ['abc', 'd', 'abcd'],
    ['abc', 'ad', 'abcd'],
    ['abc', 'db', 'adbc'],
    ['abc', 'cd', 'abcd'],
    ['abc', 'ca', 'bca'],
    ['abc', 'bxa', 'bcxa'],
    ['abcd', 'dxc', 'abdxc'],
    ['abcde', 'edcba', 'edcba'],
    ['aXbYc', 'cab', 'XYcab'],
    ['aac', 'ax', 'axc'],
    ['aab', 'b', 'aab'],
    ['abab', 'ba', 'ba'],
  ];
  test.each(cases)('%s with %s over it is %s', (live, applied, expected) => {
    const result = merged({ spec: { tags: [...live] } }, { spec: { tags: [...applied] } }) as JsonObject;
    expect((((result.spec as JsonObject).tags ?? []) as string[]).join('')).toBe(expected);
  });
});

test('an item without any of its keys is refused', () => {
  const live = { spec: { containers: [{ image: 'x' }] } };
  expect(() => mergeValues(workloadType, live, { spec: { containers: [{ name: 'a' }] } })).toThrow(ApplyTypeError);
});

test('merging is idempotent, keeps what is applied, and changes none of its operands', () => {
  const set = compileType({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' });
  const values = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 10 });
  fc.assert(
    fc.property(values, fc.uniqueArray(fc.constantFrom(...'abcdefgh')), (live, applied) => {
      const once = mergeValues(set, frozen(live), frozen(applied)) as string[];
      expect(mergeValues(set, frozen(once), applied)).toBe(once);
      expect(once.filter((item) => applied.includes(item))).toEqual(applied);
      const others = (list: string[]) => list.filter((item) => !applied.includes(item));
      expect(others(once)).toEqual(others(live));
    }),
  );
});

test('merging values without a schema is idempotent', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(value, value, (live, applied) => {
      const once = mergeValues(deducedType, frozen(live), frozen(applied));
      expect(mergeValues(deducedType, frozen(once), applied)).toBe(once);
      expect(mergeValues(deducedType, live, structuredClone(live))).toBe(live);
    }),
  );
});
