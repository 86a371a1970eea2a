import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import {
  CelEnvironment,
  CelEvaluationError,
  celToJson,
  celTypeOfSchema,
  ObjectType,
  optionalsLibrary,
  STRING,
} from './index.js';

const box = new ObjectType('Box', new Map([['label', STRING]]));
const environment = CelEnvironment.extend({ libraries: [optionalsLibrary, { name: 'test', types: [box] }] });

describe('values as JSON', () => {
  test.each<[string, JsonValue]>([
    ['null', null],
    ['[1, 2.0, 2.5, true, "a"]', [1, 2, 2.5, true, 'a']],
    ['9223372036854775807', 9223372036854775807n],
    ['7u', 7],
    ['{"a": {"b": [1]}}', { a: { b: [1] } }],
    ["b'abc'", 'YWJj'],
    ["timestamp('2024-01-01T00:00:00.5Z')", '2024-01-01T00:00:00.5Z'],
    ["duration('90m')", '5400s'],
    ['optional.of([1])', [1]],
    ['optional.none()', null],
    ["Box{label: 'x'}", { label: 'x' }],
  ])('%s', (expression, json) => {
    expect(celToJson(environment.compile(expression).evaluate({}))).toEqual(json);
  });

  test.each(['int', '{1: 2}', '[type(1)]'])('%s has none', (expression) => {
    expect(() => celToJson(environment.compile(expression).evaluate({}))).toThrow(CelEvaluationError);
  });

  test('a key that JavaScript treats specially is a key', () => {
    const json = celToJson(environment.compile('{"__proto__": 1}').evaluate({}));
    expect(Object.keys(json as object)).toEqual(['__proto__']);
  });

  test('what came from JSON comes back as it was', () => {
    const self = celTypeOfSchema({
      type: 'object',
      properties: { t: { type: 'string', format: 'date-time' }, n: { type: 'number' }, 'a-b': { type: 'string' } },
    })!;
    const value = { t: '2024-01-01T00:00:00.000Z', n: 3, 'a-b': 'x', unknown: [1] };
    expect(celToJson(environment.compile('self', { variables: { self } }).evaluate({ self: value }))).toEqual(value);
  });
});
