import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { swaggerKindSchema, swaggerSchema } from './swagger-schema.js';

const open = { 'x-kubernetes-preserve-unknown-fields': true };
const nullable: JsonSchema = { type: 'string', nullable: true };

describe('in OpenAPI v2', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      'alternatives are left out',
      { type: 'object', allOf: [{ required: ['a'] }], anyOf: [{}], oneOf: [{}], not: {} },
      { type: 'object' },
    ],
    ['defaults are left out', { type: 'string', default: 'a' }, { type: 'string' }],
    [
      'what may be null has no type, items or properties',
      { type: 'object', nullable: true, properties: { a: {} }, description: 'd' },
      { description: 'd' },
    ],
    [
      'what may be null is not required',
      { type: 'object', required: ['a', 'b'], properties: { a: nullable, b: { type: 'string' } } },
      { type: 'object', required: ['b'], properties: { a: {}, b: { type: 'string' } } },
    ],
    [
      'what may be null is required where nothing is said of it',
      { type: 'object', nullable: true, required: ['a'], properties: { a: nullable } },
      { required: ['a'] },
    ],
    [
      'nothing is required where all may be null',
      { type: 'object', required: ['a'], properties: { a: nullable } },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'nothing is required of a map whose values may be null',
      { type: 'object', required: ['a'], additionalProperties: nullable },
      { type: 'object', additionalProperties: {} },
    ],
    ['unknown fields leave no type', { type: 'object', ...open, properties: { a: {} } }, open],
    ['an array without items has no type', { type: 'array', description: 'd' }, { description: 'd' }],
    [
      'an array has its items converted',
      { type: 'array', items: { type: 'integer', default: 1 } },
      { type: 'array', items: { type: 'integer' } },
    ],
    ['references are to definitions', { $ref: '#/components/schemas/a.B' }, { $ref: '#/definitions/a.B' }],
    [
      'described references need no wrapping',
      { description: 'd', default: {}, allOf: [{ $ref: '#/components/schemas/a.B' }] },
      { description: 'd', $ref: '#/definitions/a.B' },
    ],
    [
      'a quantity is text',
      { description: 'q', oneOf: [{ type: 'string' }, { type: 'number' }] },
      { description: 'q', type: 'string' },
    ],
    [
      'an embedded object with unknown fields need not have those that all objects have',
      { type: 'object', ...open, 'x-kubernetes-embedded-resource': true, required: ['spec', 'kind', 'apiVersion'] },
      { ...open, 'x-kubernetes-embedded-resource': true, required: ['spec'] },
    ],
    [
      'an integer or string has no type',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      { 'x-kubernetes-int-or-string': true },
    ],
  ])('%s', (_, schema, expected) => {
    expect(swaggerSchema(schema)).toEqual(expected);
  });

  test('nothing is said of a kind with unknown fields', () => {
    const kinds = { 'x-kubernetes-group-version-kind': [{ group: 'a', version: 'v1', kind: 'A' }] };
    expect(swaggerKindSchema({ type: 'object', ...open, ...kinds, properties: { a: {} } })).toEqual({
      type: 'object',
      ...kinds,
    });
  });

  test('what needs no change is not copied', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } };
    expect(swaggerSchema(schema)).toBe(schema);
  });
});
