import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../schema/index.js';
import { CelEnvironment, celTypeOfSchema, optionalsLibrary, twoVariableComprehensionsLibrary } from '../index.js';

const environment = CelEnvironment.extend({ libraries: [optionalsLibrary, twoVariableComprehensionsLibrary] });

/** The maximum estimated cost of a rule on values of the schema. */
function maxCost(schema: JsonSchema, rule: string): number {
  const self = celTypeOfSchema(schema)!;
  return environment.compile(rule, { variables: { self, oldSelf: self } }).estimateCost().max;
}

const scalar = (type: string): JsonSchema => {
  if (type === 'int-or-string') return { 'x-kubernetes-int-or-string': true };
  return ['duration', 'date', 'date-time', 'byte'].includes(type) ? { type: 'string', format: type } : { type };
};
const array = (items: JsonSchema, maxItems?: number): JsonSchema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
});
const map = (values: JsonSchema, maxProperties?: number): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  ...(maxProperties !== undefined && { maxProperties }),
});
const string = (maxLength?: number): JsonSchema => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });
const required: JsonSchema = {
  type: 'object',
  properties: { required: { type: 'string' } },
  required: ['required'],
};

/** Numbers from the API server's own tests: the same rules must be accepted and rejected. */
describe('the estimate is that of the API server', () => {
  test.each([
    ['all() over numbers', array(scalar('number')), 'self.all(x, true)', 4718591],
    ['all() over ten numbers', array(scalar('number'), 10), 'self.all(x, true)', 32],
    ['all() over strings', array(scalar('string')), 'self.all(x, true)', 3145727],
    ['all() over booleans', array(scalar('boolean')), 'self.all(x, true)', 1887437],
    ['all() over durations', array(scalar('duration')), 'self.all(x, true)', 2359295],
    ['all() over dates', array(scalar('date')), 'self.all(x, true)', 725936],
    ['all() over date-times', array(scalar('date-time')), 'self.all(x, true)', 428963],
    ['all() over int-or-strings', array(scalar('int-or-string')), 'self.all(x, true)', 4718591],
    ['all() over lists', array(array(scalar('number'))), 'self.all(x, true)', 3145727],
    ['all() over a map of numbers', map(scalar('number')), 'self.all(x, true)', 1348169],
    ['all() over a map of strings', map(scalar('string')), 'self.all(x, true)', 1179647],
    ['all() over a map of booleans', map(scalar('boolean')), 'self.all(x, true)', 943718],
    ['all() over a map of date-times', map(scalar('date-time')), 'self.all(x, true)', 349526],
    ['all() over a map of maps', map(map(scalar('number'))), 'self.all(x, true)', 1179647],
    ['contains()', string(), "self.contains('test')", 314574],
    ['contains() with maxLength', string(10), "self.contains('test')", 5],
    ['startsWith()', string(), "self.startsWith('test')", 2],
    ['a concatenation', string(), 'size(self + "hello") > size("hello")', 314578],
    ['a concatenation with maxLength', string(4), 'size(self + "hello") > size("hello")', 7],
    ['an index of numbers', array(scalar('number')), 'self[1] == 0.0', 2],
    ['an index of strings', array(scalar('string')), 'self[1] == self[1]', 314577],
    ['an index of int-or-strings', array(scalar('int-or-string')), 'self[0] == 5', 3],
    ['an index of objects', array(required), 'self[0] == null', 2],
    ['an index of an index', array(array(scalar('number'))), 'self[0][0] == -1.0', 3],
    ['an index of maps', array(map(scalar('number'))), 'self[0].x > 2.0', 4],
    ['a loop in a loop', array(scalar('number'), 10), 'self.all(x, self.all(y, true))', 352],
    ['three loops', array(scalar('number'), 10), 'self.all(x, self.all(y, self.all(z, true)))', 3552],
    ['matches()', string(), 'self.matches("x")', 314574],
    ['matches() with maxLength', string(50), 'self.matches("x")', 22],
    ['matches() of a literal', string(), '"".matches("(((((((((())))))))))[0-9]")', 7],
    ['matches() of nothing', string(), 'self.matches("")', 1],
    ['all() over values of keys', map(string(), undefined), 'self.all(x, x.contains(self[x]))', 2752507],
    ['all() over ten values of keys', map(string(10), 10), 'self.all(x, x.contains(self[x]))', 72],
    ['maxLength zero', string(0), 'self == "x"', 1],
    ['base64', scalar('byte'), 'self == b"x"', 2],
    ['more items than fit', array(scalar('number'), 3 * 1024 * 2048), 'self.all(x, x == 0.0)', 25165826],
    ['a getter of a duration', array(scalar('duration')), 'self[0].getHours() == 2', 4],
    ['a getter of a date', array(scalar('date')), 'self[2].getDayOfMonth() == 13', 4],
    ['sizes', map(scalar('integer')), 'oldSelf.size() == self.size()', 5],
    ['a comparison of timestamps', map(scalar('date-time')), 'self["a"] == self["b"]', 8],
    ['an enum', { type: 'string', enum: ['A', 'B', 'LongValue'] }, "self.contains('A')", 2],
    ['an enum with maxLength', { ...string(1000), enum: ['A', 'LongValue'] }, "self.contains('A')", 401],
    ['maps in a list', array(map(scalar('number'))), 'self.all(x, x.y == 25.2)', 6291452],
  ] satisfies [string, JsonSchema, string, number][])('%s', (_name, schema, rule, cost) => {
    expect(maxCost(schema, rule)).toBe(cost);
  });

  test('loops over unbounded lists in each other exceed the limit of an expression', () => {
    expect(maxCost(array(scalar('number')), 'self.all(x, self.all(y, true))')).toBeGreaterThan(10_000_000);
  });
});

describe('the estimate stays sane', () => {
  test('a long chain of optMap, whose estimate doubles with each link, is estimated at once', () => {
    const rule = `optional.of(1)${'.optMap(x, x + 1)'.repeat(60)}.hasValue()`;
    expect(maxCost(string(), rule)).toBeGreaterThan(1e15);
  });

  test.each([
    ['of a conditional, by the longer of the two', '(true ? self : "abc").contains("b")', 5],
    ['of a literal', '[1, 2, 3].all(x, x > 0)', 26],
    ['of what is collected', '[1, 2, 3].map(x, x).all(x, x > 0)', 76],
    ['with two variables', '["a", "b"].all(i, x, x.contains("a") && i < 3)', 31],
    ['of a type, by that of self', 'type(self) == string', 7],
    ['of a part of what the rule makes, by that of self', '{"a": 1}.a == 1', 32],
    ['of an optional', 'optional.of(2).optMap(x, x + 1).orValue(1) > 0', 19],
  ])('%s', (_name, rule, cost) => {
    expect(maxCost(string(10), rule)).toBe(cost);
  });
});
