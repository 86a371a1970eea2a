import { expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { decodeSchema, SchemaDecodeError } from './index.js';

test('a schema is read as it is', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { enum: [null, 1], maximum: 9223372036854775807n } } },
    additionalProperties: false,
    dependencies: { x: ['y'], z: { not: {} } },
    'x-kubernetes-validations': [{ rule: 'true', optionalOldSelf: true }],
  };
  expect(decodeSchema(schema)).toEqual(schema);
});

test('null is absence, and unknown keywords are left out', () => {
  const document = {
    type: null,
    properties: { a: null, b: { default: null, colour: 'red', required: null } },
    const: 1,
  };
  expect(decodeSchema(document)).toEqual({ properties: { a: {}, b: {} } });
});

const faults: [document: JsonValue, message: string][] = [
  ['x', 'schema: expected object, got string'],
  [{ properties: [] }, 'properties: expected object, got array'],
  [{ properties: { a: { type: ['string'] } } }, 'properties.a.type: expected string, got array'],
  [{ allOf: [{ maxLength: 1.5 }] }, 'allOf[0].maxLength: expected integer, got number'],
  [{ required: ['a', null] }, 'required[1]: expected string, got null'],
  [{ items: true }, 'items: expected object, got boolean'],
  [{ 'x-kubernetes-validations': [{ rule: 1 }] }, 'x-kubernetes-validations[0].rule: expected string, got number'],
];
test.each(faults)('%j is refused', (document, message) => {
  expect(() => decodeSchema(document)).toThrow(new SchemaDecodeError(message));
});

test('a document that is nested beyond all measure is refused', () => {
  let document: JsonValue = {};
  for (let level = 0; level < 10_000; level++) document = { not: document };
  expect(() => decodeSchema(document)).toThrow(SchemaDecodeError);
});
