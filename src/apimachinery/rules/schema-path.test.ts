import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../schema/index.js';
import { findSchemaField, SchemaPathError } from './index.js';

const integer: JsonSchema = { type: 'integer' };
const schema: JsonSchema = {
  type: 'object',
  properties: {
    a: { type: 'object', properties: { b: integer, "it's": integer, 'x.y': integer } },
    m: { type: 'object', additionalProperties: integer },
    any: { type: 'object', additionalProperties: true },
    l: { type: 'array', items: integer },
  },
};

describe('a path', () => {
  test.each([
    ['.a.b', 'a.b'],
    ["['a'].b", 'a.b'],
    [".a['x.y']", 'a.x.y'],
    [".a['it\\'s']", "a.it's"],
    ['.m.k', 'm[k]'],
    [".m['k.l']", 'm[k.l]'],
    [".m['\\n']", 'm[\n]'],
  ])('%s leads to %s', (text, path) => {
    const field = findSchemaField(schema, text, { brackets: 'allowed' });
    expect([field.path.toString(), field.schema]).toEqual([path, integer]);
  });

  test('leads to what the schema does not describe', () => {
    expect(findSchemaField(schema, '.any.k', { brackets: 'allowed' }).schema).toBeUndefined();
  });

  test.each([
    ['a', 'expected [ or . but got: a'],
    ['.', 'unexpected end of JSON path'],
    ['[', 'unexpected end of JSON path'],
    ["['a'", 'unexpected end of JSON path'],
    ["['a'.", 'expected ] but got .'],
    ['.l[0]', 'expected single quoted string but got 0'],
    ["['a", "expected single quoted string but got 'a"],
    [".m['\\x']", 'invalid string literal: invalid escape char \\x'],
    ['.c', 'does not refer to a valid field'],
    ['.constructor', 'does not refer to a valid field'],
    ['.l.x', 'does not refer to a valid field'],
    ['.a.b.c', 'does not refer to a valid field'],
    ['.any.k.l', 'does not refer to a valid field'],
    ['..', 'does not refer to a valid field'],
  ])('%s leads nowhere', (text, problem) => {
    expect(() => findSchemaField(schema, text, { brackets: 'allowed' })).toThrow(new SchemaPathError(problem));
  });

  test('may have no brackets where they are forbidden', () => {
    expect(() => findSchemaField(schema, ".m['k']", { brackets: 'forbidden' })).toThrow(
      new SchemaPathError('array notation is not allowed'),
    );
  });
});
