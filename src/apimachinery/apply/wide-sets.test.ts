import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { compareValues, compareYielding } from './compare.js';
import { compileObjectType } from './compile-type.js';
import { fieldSetOf } from './to-field-set.js';
import { WideSets } from './wide-sets.js';

const text = { type: 'string' };
const keyed = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: {
    type: 'object',
    properties: { name: text, v: { type: 'integer' }, inner: { type: 'object', additionalProperties: text } },
  },
};
const type = compileObjectType({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        atomic: { type: 'array', items: text },
        keyed,
        map: { type: 'object', additionalProperties: text },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});

const many = <Item>(make: (index: number) => Item) =>
  Array.from({ length: 5000 }, (_, index) => make((index * 7919) % 5000));
const objectOf = (make: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(many((index) => [`k${index}`, make(index)]));

const specs: Record<string, JsonObject> = {
  'a set': { set: many((index) => `t ${index}`) },
  'a set with repetitions': { set: many((index) => `t${index >> 1}`) },
  'an atomic list': { atomic: many(String) },
  'items with keys': { keyed: many((index) => ({ name: `"n"${index}`, v: 1 })) },
  'items with repeated keys': { keyed: many((index) => ({ name: `n${index >> 1}`, v: 1 })) },
  'wide maps in items': {
    keyed: [
      { name: 'a', inner: objectOf(() => 'x') },
      { name: 'b', inner: objectOf(() => 'y') },
    ],
  },
  'a map': { map: objectOf(() => 'x') },
  'a map without a schema': { open: objectOf(() => ({ a: [1], b: {} })) },
  'wide maps in a wide map': { open: { ...objectOf(() => 1), x: objectOf(() => objectOf(() => 1).k1!) } },
};

test.each(Object.entries(specs))('%s has the same paths in steps', async (_name, spec) => {
  const [empty, full] = [{}, { spec }];
  expect(await compareYielding(type, empty, full)).toEqual(compareValues(type, empty, full));
  expect(await compareYielding(type, full, empty)).toEqual(compareValues(type, full, empty));
  const wideSets = new WideSets();
  const set = fieldSetOf(type, full, wideSets);
  await wideSets.complete();
  expect(set).toEqual(fieldSetOf(type, full));
});

test('errors are those of the walk at once', async () => {
  const full = { spec: { keyed: [...many((index) => ({ name: `n${index}` })), { v: 1 }] } };
  let problem = '';
  try {
    compareValues(type, {}, full);
  } catch (error) {
    problem = (error as Error).message;
  }
  expect(problem).toMatch(/element 5000: /);
  await expect(compareYielding(type, {}, full)).rejects.toThrow(problem);
});
