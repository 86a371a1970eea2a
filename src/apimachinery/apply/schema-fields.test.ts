import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import { compileType } from './compile-type.js';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.js';
import { reconcileWithType, withDeclaredFields } from './schema-fields.js';
import { workloadType } from './workload.test.support.js';

describe('field sets follow the schema when it changes', () => {
  const granular: JsonObject = {
    'f:m': { '.': {}, 'f:a': {} },
    'f:l': { 'k:{"name":"x"}': { '.': {}, 'f:name': {} } },
  };
  const atomic: JsonObject = { 'f:l': {}, 'f:m': {} };
  const schemaOf = (kind: 'atomic' | 'granular'): JsonSchema => ({
    type: 'object',
    properties: {
      m: { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-map-type': kind },
      l: {
        type: 'array',
        items: { type: 'object' },
        ...(kind === 'granular' && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
      },
    },
  });
  const cases: [name: string, before: JsonObject, schema: JsonSchema, after: JsonObject][] = [
    ['what becomes atomic is owned as a whole', granular, schemaOf('atomic'), atomic],
    ['what is atomic stays so', atomic, schemaOf('atomic'), atomic],
    ['what becomes granular is left alone', atomic, schemaOf('granular'), atomic],
    [
      'fields that the schema does not know are left alone',
      { 'f:x': { 'f:y': {} } },
      schemaOf('atomic'),
      { 'f:x': { 'f:y': {} } },
    ],
    ['what has no schema is left alone', granular, { type: 'object' }, granular],
  ];
  test.each(cases)('%s', (_name, before, schema, after) => {
    const set = decodeFieldsV1(before);
    const reconciled = reconcileWithType(set, compileType(schema));
    expect(encodeFieldsV1(reconciled)).toEqual(after);
    if (before === after) expect(reconciled).toBe(set);
  });
});

test('declared fields that lead to a path are added, keys of maps and items are not', () => {
  const set = decodeFieldsV1({
    'f:data': { 'f:a': {} },
    'f:spec': {
      'f:groups': { 'f:x': { 'f:y': {} } },
      'f:containers': { 'k:{"name":"a"}': { 'f:env': { 'k:{"name":"E"}': {} } } },
    },
  });
  expect(encodeFieldsV1(withDeclaredFields(set, workloadType))).toEqual({
    'f:data': { '.': {}, 'f:a': {} },
    'f:spec': {
      '.': {},
      'f:containers': { '.': {}, 'k:{"name":"a"}': { 'f:env': { '.': {}, 'k:{"name":"E"}': {} } } },
      'f:groups': { '.': {}, 'f:x': { 'f:y': {} } },
    },
  });
});
