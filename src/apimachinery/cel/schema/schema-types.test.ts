import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../meta/index.js';
import type { JsonSchema } from '../../schema/index.js';
import { CelEnvironment, CelTypeError, celTypeOfSchema, optionalDeclared, optionalsLibrary } from '../index.js';

const environment = CelEnvironment.extend({ libraries: [optionalsLibrary], strictLiterals: true });

function evaluate(properties: Record<string, JsonSchema>, rule: string, self: JsonObject): unknown {
  const variables = { self: celTypeOfSchema({ type: 'object', properties })! };
  return environment.compile(rule, { variables }).evaluate({ self });
}

const string: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };

describe('values have the types that the schema gives them', () => {
  test.each<[string, JsonSchema, JsonValue, string]>([
    ['an integer', integer, 3, 'type(self.x) == int && self.x / 2 == 1'],
    ['a large integer', integer, 9007199254740993n, 'self.x - 1 == 9007199254740992'],
    ['a number', { type: 'number' }, 3, 'type(self.x) == double && self.x / 2.0 == 1.5'],
    ['a number with a fraction', { type: 'number' }, 2.5, 'self.x * 2.0 == 5.0'],
    ['a string', string, 'ab', "self.x + 'c' == 'abc' && self.x.size() == 2"],
    ['a boolean', { type: 'boolean' }, true, 'self.x'],
    ['a date', { type: 'string', format: 'date' }, '2024-02-29', "self.x == timestamp('2024-02-29T00:00:00Z')"],
    [
      'a date-time',
      { type: 'string', format: 'date-time' },
      '2024-01-01T12:00:00.123456789+02:00',
      "self.x.getHours() == 10 && self.x > timestamp('2024-01-01T10:00:00.123456788Z')",
    ],
    ['a duration', { type: 'string', format: 'duration' }, '1h30m', 'self.x.getMinutes() == 90'],
    ['a duration in words', { type: 'string', format: 'duration' }, '2 days', "self.x == duration('48h')"],
    ['base64', { type: 'string', format: 'byte' }, 'YWJj', "self.x == b'abc'"],
    ['an int of int-or-string', { 'x-kubernetes-int-or-string': true }, 3, 'type(self.x) == int && self.x < 4'],
    ['a string of int-or-string', { 'x-kubernetes-int-or-string': true }, '3%', "self.x.endsWith('%')"],
    ['a list of numbers', { type: 'array', items: { type: 'number' } }, [1, 2], 'self.x[1] == 2.0 && 1.0 in self.x'],
    [
      'a map of date-times',
      { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
      { a: '2024-01-01T00:00:00Z' },
      'self.x.a.getFullYear() == 2024 && self.x.all(k, self.x[k].getMonth() == 0)',
    ],
  ])('%s', (_name, schema, json, rule) => {
    expect(evaluate({ x: schema }, rule, { x: json })).toBe(true);
  });

  test('a date-time that is none fails the expression', () => {
    const schema: JsonSchema = { type: 'string', format: 'date-time' };
    expect(() => evaluate({ x: schema }, 'self.x.getHours() == 1', { x: 'soon' })).toThrow(
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    );
  });
});

describe('what expressions can reach', () => {
  test.each([
    ['a field that the schema does not have', 'self.nope == 1', "ERROR: <input>:1:5: undefined field 'nope'"],
    ['a field without a type', 'self.any == 1', "ERROR: <input>:1:5: undefined field 'any'"],
    ['a list of what has no type', 'self.anys.size() == 1', "ERROR: <input>:1:5: undefined field 'anys'"],
  ])('not %s', (_name, rule, message) => {
    const unknown: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
    const properties = { any: unknown, anys: { type: 'array', items: unknown } };
    expect(() => evaluate(properties, rule, {})).toThrow(CelTypeError);
    expect(() => evaluate(properties, rule, {})).toThrow(message);
  });

  test.each([
    ['a dash', 'a-b', 'self.a__dash__b'],
    ['a dot', 'a.b', 'self.a__dot__b'],
    ['a slash', 'a/b', 'self.a__slash__b'],
    ['two underscores', 'a__b', 'self.a__underscores__b'],
    ['a reserved word, escaped', 'namespace', 'self.__namespace__'],
    ['a reserved word', 'namespace', 'self.namespace'],
    ['quotes', 'plain', 'self.`plain`'],
  ])('a property with %s', (_name, property, expression) => {
    expect(evaluate({ [property]: integer }, `${expression} == 1 && has(${expression})`, { [property]: 1 })).toBe(true);
    expect(evaluate({ [property]: integer }, `has(${expression})`, {})).toBe(false);
  });

  test('the names and kinds of resources, whatever the schema says', () => {
    const embedded: JsonSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };
    const rule = "self.e.kind == 'K' && self.e.apiVersion == 'v1' && self.e.metadata.name == 'n'";
    const self = { e: { kind: 'K', apiVersion: 'v1', metadata: { name: 'n', labels: {} } } };
    expect(evaluate({ e: embedded }, rule, self)).toBe(true);
    expect(() => evaluate({ e: embedded }, "self.e.metadata.labels['a'] == 'b'", self)).toThrow(
      "undefined field 'labels'",
    );
    const root = celTypeOfSchema({ type: 'object' }, { isResourceRoot: true })!;
    expect(environment.compile('self.metadata.generateName', { variables: { self: root } }).type.name).toBe('string');
  });

  test('names that JavaScript objects inherit are only fields when they are there', () => {
    const properties = { constructor: string, toString: string };
    expect(evaluate(properties, 'has(self.constructor) || has(self.toString)', {})).toBe(false);
    const own = JSON.parse('{"constructor": "a", "__proto__": "b"}') as JsonObject;
    expect(evaluate(properties, "self.constructor == 'a' && !has(self.toString)", own)).toBe(true);
  });
});

describe('null', () => {
  const nullable: JsonSchema = { type: 'string', nullable: true };

  test('a property that is null is not set', () => {
    expect(evaluate({ x: nullable }, 'has(self.x)', { x: null })).toBe(false);
    expect(evaluate({ x: nullable }, 'self.?x.hasValue()', { x: null })).toBe(false);
  });

  test('an item that is null is null', () => {
    const properties: Record<string, JsonSchema> = {
      x: { type: 'array', items: { ...nullable, format: 'date-time' } },
    };
    expect(evaluate(properties, 'self.x[0] == null', { x: [null] })).toBe(true);
  });
});

describe('sets and list-maps', () => {
  const evaluateBoth = (schema: JsonSchema, rule: string, values: { x: JsonValue; y: JsonValue }): unknown => {
    const declared = celTypeOfSchema(schema)!;
    return environment.compile(rule, { variables: { x: declared, y: declared } }).evaluate(values);
  };
  const set: JsonSchema = { type: 'array', items: string, 'x-kubernetes-list-type': 'set' };
  const listMap: JsonSchema = {
    type: 'array',
    items: { type: 'object', properties: { n: string, v: integer } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
  };
  const atomic: JsonSchema = { type: 'array', items: string };

  test.each<[string, JsonSchema, JsonValue, JsonValue, boolean]>([
    ['sets regardless of order', set, ['a', 'b'], ['b', 'a'], true],
    ['sets of other items', set, ['a', 'b'], ['b', 'c'], false],
    ['lists in order', atomic, ['a', 'b'], ['b', 'a'], false],
    ['list-maps regardless of order', listMap, [{ n: 'a', v: 1 }, { n: 'b' }], [{ n: 'b' }, { n: 'a', v: 1 }], true],
    ['list-maps with other values', listMap, [{ n: 'a', v: 1 }], [{ n: 'a', v: 2 }], false],
  ])('are compared: %s', (_name, schema, x, y, equal) => {
    expect(evaluateBoth(schema, 'x == y', { x, y })).toBe(equal);
  });

  test.each<[string, JsonSchema, JsonValue, JsonValue, string]>([
    ['a set keeps its order and gets what is new', set, ['b', 'a'], ['a', 'c'], "x + y == ['b', 'a', 'c']"],
    ['a list gets everything', atomic, ['a'], ['a'], "x + y == ['a', 'a']"],
    [
      'a list-map takes over values',
      listMap,
      [{ n: 'a', v: 1 }, { n: 'b' }],
      [{ n: 'c' }, { n: 'a', v: 2 }],
      'x + y == [y[1], x[1], y[0]] && (x + y)[0].v == 2',
    ],
  ])('are added: %s', (_name, schema, x, y, rule) => {
    expect(evaluateBoth(schema, rule, { x, y })).toBe(true);
  });

  test('a large set is compared in time that grows with its size', () => {
    const x = Array.from({ length: 50_000 }, (_, index) => `item-${index}`);
    expect(evaluateBoth(set, 'x == y', { x, y: x.toReversed() })).toBe(true);
  });

  test('objects are equal with the unknown fields that they carry', () => {
    const object: JsonSchema = { type: 'object', properties: { t: { type: 'number' } } };
    const unknown = { t: 1, more: [1] };
    expect(evaluateBoth(object, 'x == y', { x: unknown, y: { t: 1, more: [1] } })).toBe(true);
    expect(evaluateBoth(object, 'x == y', { x: unknown, y: { t: 1, more: [2] } })).toBe(false);
    expect(evaluateBoth(object, 'x == y', { x: unknown, y: { t: 2, more: [1] } })).toBe(false);
  });
});

test('the old value is optional where there may be none', () => {
  const declared = celTypeOfSchema(integer)!;
  const variables = { self: declared, oldSelf: optionalDeclared(declared) };
  const rule = environment.compile('oldSelf.optMap(o, self > o).orValue(self == 1)', { variables });
  expect(rule.evaluate({ self: 2, oldSelf: 1 })).toBe(true);
  expect(rule.evaluate({ self: 1, oldSelf: undefined })).toBe(true);
  expect(rule.evaluate({ self: 2, oldSelf: undefined })).toBe(false);
});
