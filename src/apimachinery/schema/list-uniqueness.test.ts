import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { fieldErrorMessage } from '../validation/index.js';
import { compileSchema, type JsonSchema, listTypeOf, mapTypeOf } from './index.js';

const anything: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
const set: JsonSchema = { type: 'array', items: anything, 'x-kubernetes-list-type': 'set' };
const keyed = (...keys: string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});

describe('repeated items', () => {
  const cases: [name: string, list: JsonSchema, value: JsonValue, messages: string[]][] = [
    ['of a set', set, ['a', 'b', 'a'], ['a[2]: Duplicate value: "a"']],
    ['are reported once each', set, [1, 1, 1, 2, 2], ['a[1]: Duplicate value: 1', 'a[4]: Duplicate value: 2']],
    ['are compared with their types', set, [1, '1', true, 'true', null], []],
    [
      'may be objects, in any order of keys',
      set,
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
      ['a[1]: Duplicate value: {"x":1,"y":2}'],
    ],
    ['are not objects and their texts', set, [{ x: 1 }, '{"x":1}'], []],
    [
      'of a list with a key',
      keyed('n'),
      [
        { n: 'p', v: 1 },
        { n: 'p', v: 2 },
      ],
      ['a[1]: Duplicate value: {"n":"p"}'],
    ],
    [
      'of a list with two keys',
      keyed('n', 'm'),
      [
        { n: 'p', m: 1 },
        { n: 'p', m: 2 },
        { n: 'p', m: 1 },
      ],
      ['a[2]: Duplicate value: {"m":1,"n":"p"}'],
    ],
    [
      'are compared key by key',
      keyed('n', 'm'),
      [
        { n: 'p1', m: '' },
        { n: 'p', m: '1' },
        { n: 'p', m: 1 },
      ],
      [],
    ],
    ['without the key are alike', keyed('n'), [{ v: 1 }, { v: 2 }], ['a[1]: Duplicate value: {}']],
    ['of an ordinary list are fine', { type: 'array', items: anything }, ['a', 'a'], []],
  ];
  test.each(cases)('%s', (_name, list, value, expected) => {
    const compiled = compileSchema({ type: 'object', properties: { a: list } });
    expect(compiled.validate({ a: value }).map(fieldErrorMessage)).toEqual(expected);
  });

  test('a list with keys has objects only', () => {
    const compiled = compileSchema({ type: 'object', properties: { a: { ...keyed('n'), items: anything } } });
    expect(compiled.validate({ a: [{ n: 'x' }, 'y'] }).map(fieldErrorMessage)).toEqual([
      'a[1]: Invalid value: "y": must be an object for an array of list-type map',
    ]);
  });

  test('are found in maps, lists and objects', () => {
    const deep: JsonSchema = {
      type: 'object',
      properties: { m: { type: 'object', additionalProperties: { type: 'array', items: set } } },
    };
    const [error] = compileSchema(deep).validate({ m: { k: [['a'], ['b', 'b']] } });
    expect(error?.field).toBe('m[k][1][1]');
  });
});

test('list and map types are read from schemas', () => {
  expect(listTypeOf({ type: 'array' })).toEqual({ type: 'atomic' });
  expect(listTypeOf(set)).toEqual({ type: 'set' });
  expect(listTypeOf(keyed('n'))).toEqual({ type: 'map', keys: ['n'] });
  expect([mapTypeOf({ type: 'object' }), mapTypeOf({ 'x-kubernetes-map-type': 'atomic' })]).toEqual([
    'granular',
    'atomic',
  ]);
});
