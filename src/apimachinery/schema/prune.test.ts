import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { compileSchema, type JsonSchema, resolveIn } from './index.js';

const known: JsonSchema = { type: 'object', properties: { b: { type: 'string' } } };
const preserve = 'x-kubernetes-preserve-unknown-fields';
const embedded = 'x-kubernetes-embedded-resource';

describe('pruning a custom resource', () => {
  const cases: [name: string, spec: JsonSchema, value: JsonObject, pruned: JsonObject, unknown: string[]][] = [
    ['takes unknown fields', known, { b: 'x', c: 1, d: { e: 1 } }, { b: 'x' }, ['spec.c', 'spec.d']],
    ['takes them from objects', { type: 'object', properties: { o: known } }, { o: { c: 1 } }, { o: {} }, ['spec.o.c']],
    [
      'takes them from lists',
      { type: 'object', properties: { l: { type: 'array', items: known } } },
      { l: [{ b: 'x' }, { c: 1 }] },
      { l: [{ b: 'x' }, {}] },
      ['spec.l[1].c'],
    ],
    ['takes them from maps', { type: 'object', additionalProperties: known }, { k: { c: 1 } }, { k: {} }, ['spec.k.c']],
    ['takes all from an object without properties', { type: 'object' }, { x: 1 }, {}, ['spec.x']],
    [
      'takes all inside the values of a map of anything',
      { type: 'object', additionalProperties: true },
      { k: { x: 1 }, l: [[{ y: 1 }]], s: 1 },
      { k: {}, l: [[{}]], s: 1 },
      ['spec.k.x', 'spec.l[0][0].y'],
    ],
    [
      'leaves what is preserved',
      { ...known, [preserve]: true },
      { c: { d: 1 }, l: [{ e: 1 }] },
      { c: { d: 1 }, l: [{ e: 1 }] },
      [],
    ],
    [
      'takes from what is known inside what is preserved',
      { type: 'object', [preserve]: true, properties: { o: known } },
      { x: 1, o: { c: 1 } },
      { x: 1, o: {} },
      ['spec.o.c'],
    ],
    [
      'leaves items of preserving lists',
      { type: 'object', properties: { l: { type: 'array', [preserve]: true, items: known } } },
      { l: [{ c: 1 }] },
      { l: [{ c: 1 }] },
      [],
    ],
    [
      'leaves type and metadata of embedded resources',
      { type: 'object', properties: { e: { ...known, [embedded]: true } } },
      { e: { apiVersion: 'v1', kind: 'X', metadata: { y: 1 }, c: 1 } },
      { e: { apiVersion: 'v1', kind: 'X', metadata: { y: 1 } } },
      ['spec.e.c'],
    ],
    [
      'takes fields named like metadata elsewhere',
      known,
      { metadata: {}, kind: 'x' },
      {},
      ['spec.kind', 'spec.metadata'],
    ],
    [
      'leaves values of int-or-string and other types',
      { type: 'object', properties: { p: { 'x-kubernetes-int-or-string': true }, b: { type: 'string' } } },
      { p: '5%', b: 1 },
      { p: '5%', b: 1 },
      [],
    ],
    ['takes null that is not allowed without a word', known, { b: null }, {}, []],
    [
      'leaves null that is allowed',
      { type: 'object', properties: { b: { type: 'string', nullable: true } } },
      { b: null },
      { b: null },
      [],
    ],
    [
      'leaves null that has a default',
      { type: 'object', properties: { b: { type: 'string', default: 'x' } } },
      { b: null },
      { b: null },
      [],
    ],
    [
      'takes null from maps, not from lists',
      {
        type: 'object',
        properties: {
          m: { type: 'object', additionalProperties: { type: 'string' } },
          l: { type: 'array', items: { type: 'string' } },
        },
      },
      { m: { k: null }, l: [null] },
      { m: {}, l: [null] },
      [],
    ],
  ];
  test.each(cases)('%s', (_name, spec, value, pruned, unknown) => {
    const object: JsonObject = { spec: structuredClone(value) };
    const found = compileSchema({ type: 'object', properties: { spec } }).prune(object);
    expect([object, found]).toEqual([{ spec: pruned }, unknown]);
  });

  test('leaves type and metadata of the root, and sorts what it reports', () => {
    const object: JsonObject = { apiVersion: 'v1', kind: 'X', metadata: { any: 1 }, z: 1, a: 1, spec: {} };
    expect(compileSchema({ type: 'object', properties: { spec: known } }).prune(object)).toEqual(['a', 'z']);
    expect(object).toEqual({ apiVersion: 'v1', kind: 'X', metadata: { any: 1 }, spec: {} });
  });

  test('sees fields named __proto__ and constructor', () => {
    const object = JSON.parse('{"spec":{"__proto__":{"x":1},"constructor":1}}') as JsonObject;
    const found = compileSchema({ type: 'object', properties: { spec: known } }).prune(object);
    expect([JSON.stringify(object), found]).toEqual(['{"spec":{}}', ['spec.__proto__', 'spec.constructor']]);
  });
});

describe('unknown fields of built-in objects', () => {
  const components: Record<string, JsonSchema> = {
    Props: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        not: { $ref: '#/components/schemas/Props' },
        properties: {
          type: 'object',
          additionalProperties: { allOf: [{ $ref: '#/components/schemas/Props' }], default: {} },
        },
        raw: { $ref: '#/components/schemas/Raw' },
      },
    },
    Raw: { type: 'object', description: 'anything' },
    Circle: { $ref: '#/components/schemas/Circle' },
  };
  const compiled = (name: string) =>
    compileSchema({ $ref: `#/components/schemas/${name}` }, { resolve: resolveIn(components) });

  test('are found through references, also in recursive types, in the order of the document', () => {
    const value = {
      z: 1,
      not: { not: { x: 1, type: 'a' } },
      properties: { k: { properties: { l: { y: 1 } } } },
      raw: { any: { thing: 1 } },
    };
    const before = structuredClone(value);
    expect(compiled('Props').findUnknownFields(value)).toEqual(['z', 'not.not.x', 'properties.k.properties.l.y']);
    expect(value).toEqual(before);
  });

  test('are none where a reference leads nowhere or in a circle', () => {
    expect(compiled('Nothing').findUnknownFields({ a: 1 })).toEqual([]);
    expect(compiled('Circle').findUnknownFields({ a: 1 })).toEqual([]);
  });

  test('values are validated through references too', () => {
    expect(
      compiled('Props')
        .validate({ not: { not: { type: 1 } } })
        .map(({ field }) => field),
    ).toEqual(['not.not.type']);
  });
});
