import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import { compileObjectType } from './compile-type.js';
import { encodeFieldsV1 } from './fields-v1.js';
import { fieldSetOf } from './to-field-set.js';

const owned = (
  schema: JsonSchema | undefined,
  value: JsonValue,
  components: Record<string, JsonSchema> = {},
): JsonObject =>
  encodeFieldsV1(
    fieldSetOf(
      compileObjectType(schema, { resolve: (reference) => components[reference.split('/').pop() ?? ''] }),
      value,
    ),
  );

describe('a schema determines how values are owned', () => {
  const text: JsonSchema = { type: 'string' };
  const list = (extra: Partial<JsonSchema>): JsonSchema => ({
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { name: text, x: text } }, ...extra } },
  });
  const value = { items: [{ name: 'a', x: '1' }] };
  const cases: [name: string, schema: JsonSchema | undefined, value: JsonValue, expected: JsonObject][] = [
    ['lists are atomic unless said otherwise', list({}), value, { 'f:items': {} }],
    [
      'lists of a patch merge key',
      list({ 'x-kubernetes-patch-strategy': 'merge,retainKeys', 'x-kubernetes-patch-merge-key': 'name' }),
      value,
      { 'f:items': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:x': {} } } },
    ],
    [
      'list type goes before patch strategy',
      list({
        'x-kubernetes-list-type': 'atomic',
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
      }),
      value,
      { 'f:items': {} },
    ],
    ['a map list without keys is atomic', list({ 'x-kubernetes-list-type': 'map' }), value, { 'f:items': {} }],
    [
      'no schema at all: maps by key, lists atomic',
      undefined,
      { spec: { a: { b: [1] } } },
      { 'f:spec': { '.': {}, 'f:a': { '.': {}, 'f:b': {} } } },
    ],
    [
      'an object without properties is free',
      { type: 'object', properties: { a: { type: 'object' } } },
      { a: { b: { c: 1 } } },
      { 'f:a': { 'f:b': { '.': {}, 'f:c': {} } } },
    ],
    [
      'a free object inside of which a schema speaks',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { l: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' } },
          },
        },
      },
      { a: { l: ['x'], m: ['y'] } },
      { 'f:a': { 'f:l': { 'v:"x"': {} }, 'f:m': {} } },
    ],
    [
      'metadata is always that of objects',
      { type: 'object', properties: { metadata: { type: 'object', 'x-kubernetes-map-type': 'atomic' } } },
      { metadata: { labels: { a: '1' }, ownerReferences: [{ uid: 'u', name: 'n' }] } },
      { 'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:ownerReferences': { 'k:{"uid":"u"}': {} } } },
    ],
  ];
  test.each(cases)('%s', (_name, schema, some, expected) => expect(owned(schema, some)).toEqual(expected));
});

describe('references', () => {
  const components: Record<string, JsonSchema> = {
    Node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { $ref: '#/components/schemas/Node' },
        },
      },
    },
    Ring: { $ref: '#/components/schemas/Ring' },
    'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
  };
  const cases: [name: string, property: JsonSchema, value: JsonValue, expected: JsonObject][] = [
    [
      'a recursive type',
      { $ref: '#/components/schemas/Node' },
      { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] },
      {
        'f:children': {
          'k:{"name":"b"}': { '.': {}, 'f:children': { 'k:{"name":"c"}': { '.': {}, 'f:name': {} } }, 'f:name': {} },
        },
        'f:name': {},
      },
    ],
    [
      'a reference in allOf',
      { allOf: [{ $ref: '#/components/schemas/Node' }], default: {} },
      { name: 'a' },
      { 'f:name': {} },
    ],
    [
      'a reference that is made atomic',
      { $ref: '#/components/schemas/Node', 'x-kubernetes-map-type': 'atomic' },
      { name: 'a' },
      {},
    ],
    [
      'a raw extension is one value',
      { $ref: '#/definitions/io.k8s.apimachinery.pkg.runtime.RawExtension' },
      { a: { b: 1 } },
      {},
    ],
    [
      'a ring of references is free',
      { $ref: '#/components/schemas/Ring' },
      { a: { b: 1 } },
      { 'f:a': { '.': {}, 'f:b': {} } },
    ],
    ['a reference to nothing is free', { $ref: '#/components/schemas/None' }, { a: 1 }, { 'f:a': {} }],
  ];
  test.each(cases)('%s', (_name, property, value, expected) =>
    expect(owned({ type: 'object', properties: { it: property } }, { it: value }, components)).toEqual({
      'f:it': expected,
    }),
  );
});
