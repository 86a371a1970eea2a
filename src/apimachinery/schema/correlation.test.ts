import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { compileSchema, type JsonSchema } from './index.js';

const short: JsonSchema = { type: 'string', maxLength: 3 };
const item: JsonSchema = { type: 'object', required: ['n'], properties: { n: { type: 'string' }, v: short } };
const schema: JsonSchema = {
  type: 'object',
  properties: {
    apiVersion: short,
    kind: short,
    a: short,
    z: { type: 'string' },
    o: { type: 'object', required: ['b'], properties: { b: { type: 'string' }, c: { type: 'string' } } },
    map: { type: 'object', additionalProperties: short },
    list: { type: 'array', items: short },
    set: { type: 'array', items: short, 'x-kubernetes-list-type': 'set' },
    keyed: {
      type: 'array',
      items: item,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['n'],
      maxItems: 2,
    },
    free: { type: 'object', maxProperties: 1, 'x-kubernetes-preserve-unknown-fields': true },
    all: { type: 'object', properties: { x: { type: 'string' } }, allOf: [{ properties: { x: { maxLength: 3 } } }] },
    text: { type: 'string', nullable: true, enum: ['x'] },
  },
};

/** The fields that an update is rejected for. */
function faults(old: JsonValue, value: JsonValue): string[] {
  return compileSchema(schema)
    .validate(value, { old })
    .map(({ field }) => field);
}

describe('an invalid value that was there before', () => {
  const cases: [name: string, old: JsonValue, value: JsonValue, faults: string[]][] = [
    ['is tolerated if another field changes', { a: 'long', z: '1' }, { a: 'long', z: '2' }, []],
    ['is tolerated if nothing changes', { a: 'long' }, { a: 'long' }, []],
    ['is not tolerated once it changes', { a: 'long' }, { a: 'longer' }, ['a']],
    ['is not tolerated where there was none', {}, { a: 'long' }, ['a']],
    ['is tolerated in a map', { map: { k: 'long' } }, { map: { k: 'long', l: 'x' } }, []],
    ['is not tolerated under another key', { map: { k: 'long' } }, { map: { l: 'long' } }, ['map.l']],
    ['is not tolerated as an item of a changed list', { list: ['long'] }, { list: ['long', 'x'] }, ['list[0]']],
    ['is tolerated as an item of an unchanged list', { list: ['long'], z: '1' }, { list: ['long'] }, []],
    ['is not tolerated as an item of a changed set', { set: ['long'] }, { set: ['x', 'long'] }, ['set[1]']],
    [
      'is tolerated in a list of type map wherever it moves',
      { keyed: [{ n: 'p', v: 'long' }, { n: 'q' }] },
      { keyed: [{ n: 'q' }, { n: 'p', v: 'long' }] },
      [],
    ],
    [
      'is not tolerated in an item of another key',
      { keyed: [{ n: 'p', v: 'long' }] },
      { keyed: [{ n: 'q', v: 'long' }] },
      ['keyed[0].v'],
    ],
    [
      'is tolerated as a whole list of type map in another order',
      { keyed: [{ n: 'p' }, { n: 'q' }, { n: 'r' }] },
      { keyed: [{ n: 'r' }, { n: 'q' }, { n: 'p' }] },
      [],
    ],
    ['is tolerated as an object that lacks a field', { o: { c: '1' }, z: '1' }, { o: { c: '1' } }, []],
    ['is not tolerated as a changed object that lacks a field', { o: { c: '1' } }, { o: { c: '2' } }, ['o.b']],
    [
      'is not tolerated with fields that the schema does not know',
      { free: { x: 1, y: 2 } },
      { free: { x: 1, y: 2 } },
      ['free'],
    ],
    ['is tolerated under a junctor', { all: { x: 'long' } }, { all: { x: 'long' }, z: '1' }, []],
    ['is not tolerated in the type of the root', { kind: 'Long', z: '1' }, { kind: 'Long' }, ['kind']],
    ['is tolerated if it is null', { text: null, z: '1' }, { text: null }, []],
  ];
  test.each(cases)('%s', (_name, old, value, expected) => expect(faults(old, value)).toEqual(expected));
});

test('under oneOf, an excuse can make a second alternative valid, which is a fault', () => {
  const exclusive: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string' }, z: { type: 'string' } },
    oneOf: [{ properties: { a: { maxLength: 3 } } }, { properties: { a: { minLength: 5 } } }],
  };
  const compiled = compileSchema(exclusive);
  expect(compiled.validate({ a: 'toolong', z: '2' })).toEqual([]);
  const [error] = compiled.validate({ a: 'toolong', z: '2' }, { old: { a: 'toolong', z: '1' } });
  expect(error?.detail).toContain('Found 2 valid alternatives');
});

test('a list with repeated items is tolerated if the old one had some', () => {
  expect(faults({ set: ['a', 'a'] }, { set: ['b', 'b'] })).toEqual([]);
  expect(faults({ set: ['a'] }, { set: ['b', 'b'] })).toEqual(['set[1]']);
});
