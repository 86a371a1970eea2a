import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { applyMergePatch, createMergePatch } from './merge-patch.js';

describe('applyMergePatch', () => {
  const cases: [what: string, document: JsonObject, patch: JsonObject, result: JsonObject][] = [
    ['replaces, adds and removes', { a: 'b', c: 1 }, { a: 'd', c: null, e: 2 }, { a: 'd', e: 2 }],
    ['merges objects', { a: { b: 1, c: 2 } }, { a: { c: null, d: 3 } }, { a: { b: 1, d: 3 } }],
    ['replaces lists whole', { a: [{ b: 1 }] }, { a: [1] }, { a: [1] }],
    ['replaces a scalar by an object', { a: 1 }, { a: { b: 2, c: null } }, { a: { b: 2 } }],
    ['replaces an object by a scalar', { a: { b: 1 } }, { a: 2 }, { a: 2 }],
    ['takes out nulls of what is new', {}, { a: { b: { c: null } } }, { a: { b: {} } }],
    ['takes out nulls of objects in lists, but not of lists', {}, { a: [{ b: null }, null] }, { a: [{}, null] }],
    ['ignores null of what is not there', { a: 1 }, { b: null, toString: null }, { a: 1 }],
    ['adds keys that objects inherit', {}, { valueOf: { x: 1 } }, { valueOf: { x: 1 } }],
    ['keeps 64-bit integers', { a: 1 }, { a: 9007199254740993n }, { a: 9007199254740993n }],
  ];
  test.each(cases)('%s', (_what, document, patch, result) => {
    const before = structuredClone({ document, patch });
    expect(applyMergePatch(document, patch)).toStrictEqual(result);
    expect({ document, patch }).toStrictEqual(before);
  });

  test('takes __proto__ as a key like any other', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":2}}') as JsonObject;
    const result = applyMergePatch({ a: { b: 1 } }, patch);
    expect(JSON.stringify(result)).toBe('{"a":{"b":1,"__proto__":2},"__proto__":{"polluted":1}}');
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });

  test('gives the same object if nothing changes, and shares what does not', () => {
    const document = { a: { b: 1 }, c: { d: [1] } };
    expect(applyMergePatch(document, { a: { b: 1, x: null } })).toBe(document);
    expect(applyMergePatch(document, { a: { b: 2 } })['c']).toBe(document.c);
  });

  test.each([249, 250, 251, 5000, 9900])('goes as deep as %i levels', (depth) => {
    const nested = (inner: JsonObject): JsonObject => {
      let value = inner;
      for (let level = 0; level < depth; level++) value = { a: value, b: 1 };
      return value;
    };
    const patched = applyMergePatch(nested({ x: 1, y: 2 }), nested({ x: null, z: [{ n: null }] }));
    expect(jsonEqual(patched, nested({ y: 2, z: [{}] }))).toBe(true);
    expect(jsonEqual(applyMergePatch({}, nested({ x: null })), nested({}))).toBe(true);
    const unchanged = nested({ x: 1 });
    expect(applyMergePatch(unchanged, nested({ x: 1 }))).toBe(unchanged);
  });
});

describe('createMergePatch', () => {
  test('says only what differs', () => {
    const patch = createMergePatch({ a: 1, b: { c: 1, d: [1] }, e: 1 }, { a: 1, b: { c: 2, d: [1] }, f: 1 });
    expect(patch).toStrictEqual({ b: { c: 2 }, e: null, f: 1 });
  });

  test('gives b when applied to a', () => {
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        const before = structuredClone({ a, b });
        expect(applyMergePatch(a, createMergePatch(a, b))).toStrictEqual(b);
        expect({ a, b }).toStrictEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});

/** Objects without nulls, which merge patches cannot express, and with few keys, so that two objects overlap. */
const objects = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom<JsonValue[]>('x', true, 9007199254740993n),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('value'), { noNullPrototype: true }),
})).object;
