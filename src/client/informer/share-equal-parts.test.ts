import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneJson, type JsonValue } from '../../apimachinery/meta/index.js';
import { deepFreeze } from './deep-freeze.js';
import { shareEqualParts } from './share-equal-parts.js';

const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue[]>(null, true, 1, 'x', ''),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 3 }),
  ),
}));

test('a value stays what it was, and so does the similar one', () => {
  fc.assert(
    fc.property(json, json, (value, similar) => {
      const [before, other] = [cloneJson(value), cloneJson(similar)];
      expect(shareEqualParts(value, similar)).toEqual(before);
      expect(similar).toEqual(other);
    }),
  );
});

test('of an equal value all is shared, of another one the parts that are equal', () => {
  const old = { spec: { containers: [{ name: 'a' }, { name: 'b' }] }, status: { phase: 'Pending' } };
  expect(shareEqualParts(cloneJson(old), old)).toBe(old);
  const shared = shareEqualParts({ ...cloneJson(old), status: { phase: 'Running' } }, old);
  expect(shared.spec).toBe(old.spec);
  const [longer, shorter] = [{ list: [{ name: 'a' }, {}] }, { list: [{ name: 'a' }] }];
  expect(shareEqualParts(longer, shorter).list[0]).toBe(shorter.list[0]);
});

test('what is frozen does not change, and its properties are not read', () => {
  const frozen = deepFreeze({ a: { b: [1] }, c: 1 });
  const similar = { a: { b: [1] }, c: 2 };
  expect(shareEqualParts(frozen, similar)).toBe(frozen);
  expect(frozen.a).not.toBe(similar.a);
  const computed = Object.freeze({
    get a(): never {
      throw new Error('read');
    },
  });
  expect(shareEqualParts({ computed }, { computed: similar }).computed).toBe(computed);
});

test('deep values are compared to a limit', () => {
  const nested = (depth: number): JsonValue => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as JsonValue;
  const [value, similar] = [nested(9000), nested(9000)];
  expect(shareEqualParts(value, similar)).toBe(value);
});
