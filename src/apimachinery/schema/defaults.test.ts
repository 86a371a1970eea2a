import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { compileSchema, type JsonSchema } from './index.js';

const inner: JsonSchema = { type: 'object', properties: { v: { type: 'integer', default: 7 } } };

describe('defaults', () => {
  const cases: [name: string, properties: Record<string, JsonSchema>, value: JsonObject, defaulted: JsonValue][] = [
    [
      'fill in what is missing',
      { s: { type: 'string', default: 'x' }, b: { type: 'boolean', default: false } },
      {},
      { s: 'x', b: false },
    ],
    ['leave what is there', { s: { type: 'string', default: 'x' } }, { s: '' }, { s: '' }],
    ['do not make a parent', { o: inner }, {}, {}],
    ['reach into a parent that a default makes', { o: { ...inner, default: {} } }, {}, { o: { v: 7 } }],
    ['reach into lists', { l: { type: 'array', items: inner } }, { l: [{}, { v: 1 }] }, { l: [{ v: 7 }, { v: 1 }] }],
    [
      'reach into maps',
      { m: { type: 'object', additionalProperties: inner } },
      { m: { k: {} } },
      { m: { k: { v: 7 } } },
    ],
    ['replace null that is not allowed', { s: { type: 'string', default: 'x' } }, { s: null }, { s: 'x' }],
    ['leave null that is allowed', { s: { type: 'string', default: 'x', nullable: true } }, { s: null }, { s: null }],
    ['leave null that has no default', { s: { type: 'string' } }, { s: null }, { s: null }],
    [
      'replace null in lists',
      { l: { type: 'array', items: { ...inner, default: {} } } },
      { l: [null] },
      { l: [{ v: 7 }] },
    ],
    [
      'replace null in maps',
      { m: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } },
      { m: { k: null } },
      { m: { k: 'x' } },
    ],
    ['that are null are none', { s: { type: 'string', default: null as JsonValue } }, {}, {}],
    ['of another type than the value do nothing', { o: inner }, { o: 'text' }, { o: 'text' }],
    [
      'of metadata are for fields that metadata has, in embedded resources',
      {
        e: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          default: {},
          properties: {
            metadata: {
              type: 'object',
              default: {},
              properties: { name: { type: 'string', default: 'n' }, other: { type: 'string', default: 'x' } },
            },
          },
        },
      },
      {},
      { e: { metadata: { name: 'n' } } },
    ],
    ['are for own fields', { toString: { type: 'string', default: 'x' } }, {}, { toString: 'x' }],
  ];
  test.each(cases)('%s', (_name, properties, value, expected) => {
    const object: JsonObject = { spec: structuredClone(value) };
    compileSchema({ type: 'object', properties: { spec: { type: 'object', properties } } }).applyDefaults(object);
    expect(object).toEqual({ spec: expected });
  });

  test('are copies', () => {
    const schema: JsonSchema = { type: 'object', properties: { l: { type: 'array', default: [{ x: 1 }] } } };
    const compiled = compileSchema(schema);
    const [first, second]: [JsonObject, JsonObject] = [{}, {}];
    compiled.applyDefaults(first);
    compiled.applyDefaults(second);
    ((first['l'] as JsonObject[])[0] as JsonObject)['x'] = 2;
    expect([second, schema.properties!['l']!.default]).toEqual([{ l: [{ x: 1 }] }, [{ x: 1 }]]);
  });

  test('of a field named __proto__ make a field, not a prototype', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","default":{"x":1}}}}',
    ) as JsonSchema;
    const value: JsonObject = {};
    compileSchema(schema).applyDefaults(value);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
