import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workMilliseconds } from '../machine-speed.test.support.js';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { PathElementError } from './element-content.js';
import { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import { decodeFieldsV1, encodeFieldsV1, FieldsV1Error } from './fields-v1.js';
import { fieldElement, keyElement, valueElement } from './path-element.js';
import { fieldsText } from './workload.test.support.js';

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '__proto__', '.', '').map(fieldElement),
  fc.constantFrom<JsonValue>('x', 1, 2.5, 9007199254740993n, true).map((value) => keyElement([['name', value]])),
  fc.tuple(fc.integer({ min: 0, max: 12 }), fc.string()).map(([port, name]) =>
    keyElement([
      ['name', name],
      ['port', port],
    ]),
  ),
  fc.oneof(fc.string(), fc.integer({ min: -3, max: 3 })).map(valueElement),
  fc.constantFrom('i:0', 'i:1', 'i:10'),
);
const path = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });
const fieldSet = paths.map((some) => FieldSet.fromPaths(...some));

/** A reference model of FieldSet: the paths as a plain set of strings. */
function model(set: FieldSet): Set<string> {
  return new Set(set.paths().map((some) => JSON.stringify(some)));
}

function isBelow(path: string, other: Set<string>): boolean {
  const elements = JSON.parse(path) as string[];
  return elements.some((_element, index) => other.has(JSON.stringify(elements.slice(0, index + 1))));
}

describe('a field set behaves like a set of paths', () => {
  const operations: [
    name: string,
    run: (a: FieldSet, b: FieldSet) => FieldSet,
    expected: (a: Set<string>, b: Set<string>) => string[],
  ][] = [
    ['union', (a, b) => a.union(b), (a, b) => [...a, ...b]],
    ['intersection', (a, b) => a.intersection(b), (a, b) => [...a].filter((some) => b.has(some))],
    ['difference', (a, b) => a.difference(b), (a, b) => [...a].filter((some) => !b.has(some))],
    ['recursive difference', (a, b) => a.recursiveDifference(b), (a, b) => [...a].filter((some) => !isBelow(some, b))],
  ];
  test.each(operations)('%s', (_name, run, expected) => {
    fc.assert(
      fc.property(fieldSet, fieldSet, (a, b) => {
        const result = run(a, b);
        expect(model(result)).toEqual(new Set(expected(model(a), model(b))));
        expect(FieldSet.fromPaths(...result.paths()).equals(result)).toBe(true);
      }),
    );
  });

  test('membership, emptiness and equality', () => {
    fc.assert(
      fc.property(paths, path, (some, other) => {
        const set = FieldSet.fromPaths(...some);
        expect(set.isEmpty).toBe(some.length === 0);
        expect(some.every((one) => set.has(one))).toBe(true);
        expect(set.has(other)).toBe(model(set).has(JSON.stringify(other)));
        expect(set.equals(FieldSet.fromPaths(...[...some].reverse()))).toBe(true);
        expect(set.equals(FieldSet.fromPaths(...some, other))).toBe(set.has(other));
      }),
    );
  });

  test('an operation that changes nothing gives back its operand', () => {
    fc.assert(
      fc.property(fieldSet, fieldSet, (a, b) => {
        expect(a.union(a.intersection(b))).toBe(a);
        expect(a.union(b).union(b).equals(a.union(b))).toBe(true);
        const rest = a.difference(b);
        expect(rest.difference(b)).toBe(rest);
        expect(a.isSubsetOf(a.union(b))).toBe(true);
      }),
    );
  });
});

describe('FieldsV1', () => {
  test('a set survives its JSON form', () => {
    fc.assert(
      fc.property(fieldSet, (set) => {
        const text = fieldsText(set);
        const decoded = decodeFieldsV1(JSON.parse(text));
        expect(decoded.equals(set)).toBe(true);
        expect(fieldsText(decoded)).toBe(text);
      }),
    );
  });

  const cases: [name: string, fields: JsonObject, text: string][] = [
    ['the empty set', {}, '{}'],
    [
      'the order is upstream’s',
      { 'v:2': {}, 'v:10': {}, 'k:{"a":1}': {}, 'f:b': {}, 'f:a': {} },
      '{"f:a":{},"f:b":{},"k:{\\"a\\":1}":{},"v:2":{},"v:10":{}}',
    ],
    ['a field and what is in it', { 'f:spec': { 'f:replicas': {}, '.': {} } }, '{"f:spec":{".":{},"f:replicas":{}}}'],
    ['a dot alone is a leaf', { 'f:a': { '.': {} } }, '{"f:a":{}}'],
    ['a dot says nothing more', { 'f:a': { '.': { x: 1 }, 'f:b': {} } }, '{"f:a":{".":{},"f:b":{}}}'],
    ['null is a leaf', { 'f:a': null }, '{"f:a":{}}'],
    ['kinds of a later version are left out', { 'x:a': {}, 'f:a': { 'x:b': {} } }, '{"f:a":{}}'],
    [
      'one element written in two ways',
      { 'k:{"a":1}': { 'f:x': {} }, 'k:{"a": 1}': { 'f:y': {} } },
      '{"k:{\\"a\\":1}":{"f:x":{},"f:y":{}}}',
    ],
  ];
  test.each(cases)('%s', (_name, fields, text) => expect(fieldsText(decodeFieldsV1(fields))).toBe(text));

  test('what is in its one form is not written again where it stays', () => {
    const fields: JsonObject = { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } }, 'f:spec': { 'f:replicas': {} } };
    const set = decodeFieldsV1(fields);
    expect(encodeFieldsV1(set)).toBe(fields);
    const less = encodeFieldsV1(set.difference(FieldSet.fromPaths(['f:spec', 'f:replicas'])));
    expect(less).toEqual({ 'f:metadata': fields['f:metadata'] });
    expect(less['f:metadata']).toBe(fields['f:metadata']);
  });

  const bad: [name: string, fields: JsonValue, error: new () => Error][] = [
    ['a list', [], FieldsV1Error],
    ['a number inside', { 'f:a': 1 }, FieldsV1Error],
    ['an element without a kind', { spec: {} }, PathElementError],
  ];
  test.each(bad)('refuses %s', (_name, fields, error) => expect(() => decodeFieldsV1(fields)).toThrow(error));
});

describe('large sets have no quadratic cost', () => {
  const kinds: [name: string, elementOf: (index: number) => string][] = [
    ['fields', (index) => fieldElement(`key-${index}`)],
    ['keys', (index) => keyElement([['name', `item "${index}"`]])],
    ['values', valueElement],
  ];
  test.each(kinds)('%s', async (_name, elementOf) => {
    const work = () => {
      const builder = new FieldSetBuilder();
      for (let index = 20_000; index > 0; index--) builder.add(elementOf(index), FieldSet.leaf);
      const set = builder.build(false);
      expect(set.union(set.difference(FieldSet.fromPaths([elementOf(7)]))).equals(set)).toBe(true);
      expect(set.elements.every((element) => set.child(element).self)).toBe(true);
      expect(decodeFieldsV1(encodeFieldsV1(set)).equals(set)).toBe(true);
    };
    expect(await workMilliseconds(work)).toBeLessThan(5000);
  });
});

test('paths of one level come before those below them', () => {
  const set = FieldSet.fromPaths(['f:a', 'f:b'], ['f:c'], ['f:a']);
  expect(set.paths()).toEqual([['f:a'], ['f:c'], ['f:a', 'f:b']]);
});
