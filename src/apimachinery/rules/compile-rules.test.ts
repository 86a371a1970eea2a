import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { compileSchema, type JsonSchema, type ValidationRule } from '../schema/index.js';
import { fieldErrorMessage } from '../validation/index.js';
import { compileRules } from './index.js';

const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };

function ruled(schema: JsonSchema, ...rules: (string | ValidationRule)[]): JsonSchema {
  const all = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return { ...schema, 'x-kubernetes-validations': all };
}

function object(properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more };
}

interface Found {
  readonly errors: string[];
  readonly warnings: string[];
  readonly remaining: number;
}

function validate(
  schema: JsonSchema,
  value: JsonObject,
  { old, budget = 10_000_000 }: { old?: JsonObject; budget?: number } = {},
): Found {
  const warnings: string[] = [];
  const shared = { remaining: budget };
  const errors = compileSchema(schema, { rules: compileRules }).validate(value, {
    budget: shared,
    warn: (message) => warnings.push(message),
    ...(old && { old }),
  });
  return { errors: errors.map(fieldErrorMessage), warnings, remaining: shared.remaining };
}

/** Returns the errors of a rule on a spec. */
function specErrors(properties: Record<string, JsonSchema>, rule: ValidationRule, spec: JsonObject): string[] {
  return validate(object({ spec: ruled(object(properties), rule) }), { spec }).errors;
}

describe('a broken rule', () => {
  const cases: [name: string, rule: Partial<ValidationRule>, said: string][] = [
    ['is quoted', {}, 'spec: Invalid value: failed rule: self.a > 0'],
    ['says its message', { message: ' a must be positive ' }, 'spec: Invalid value: a must be positive'],
    [
      'says what its messageExpression makes',
      { message: 'm', messageExpression: "' a is ' + string(self.a) + ' '" },
      'spec: Invalid value: a is 0',
    ],
    [
      'says its message where the expression fails',
      { message: 'm', messageExpression: 'string(1 / self.a)' },
      'spec: Invalid value: m',
    ],
    [
      'says its message where the expression makes nothing',
      { message: 'm', messageExpression: "'  '" },
      'spec: Invalid value: m',
    ],
    [
      'says its message where the expression makes several lines',
      { message: 'm', messageExpression: "'a\\nb'" },
      'spec: Invalid value: m',
    ],
    [
      'says its message where the expression makes too much',
      { message: 'm', messageExpression: `'${'x'.repeat(5121)}'` },
      'spec: Invalid value: m',
    ],
    [
      'is quoted where the expression fails and there is no message',
      { messageExpression: 'string(1 / self.a)' },
      'spec: Invalid value: failed rule: self.a > 0',
    ],
    ['can be Required', { reason: 'FieldValueRequired', message: 'm' }, 'spec: Required value: m'],
    ['can be Forbidden', { reason: 'FieldValueForbidden', message: 'm' }, 'spec: Forbidden: m'],
    ['can be a Duplicate', { reason: 'FieldValueDuplicate', message: 'm' }, 'spec: Duplicate value'],
    ['can be Invalid', { reason: 'FieldValueInvalid', message: 'm' }, 'spec: Invalid value: m'],
    ['names a field', { fieldPath: '.a', message: 'm' }, 'spec.a: Invalid value: m'],
    ['names a field in brackets', { fieldPath: "['a.b']", message: 'm' }, 'spec.a.b: Invalid value: m'],
    ['names a key of a map', { fieldPath: ".m['x.y']", message: 'm' }, 'spec.m[x.y]: Invalid value: m'],
  ];
  test.each(cases)('%s', (_name, rule, said) => {
    const properties = { a: integer, 'a.b': text, m: { type: 'object', additionalProperties: text } };
    expect(specErrors(properties, { rule: 'self.a > 0', ...rule }, { a: 0 })).toEqual([said]);
  });

  test('shows a scalar value', () => {
    const schema = object({ a: ruled(integer, 'self > 0'), s: ruled(text, { rule: "self == 'x'", message: 'm' }) });
    expect(validate(schema, { a: 0, s: 'y' }).errors).toEqual([
      'a: Invalid value: 0: failed rule: self > 0',
      's: Invalid value: "y": m',
    ]);
  });

  test('shows a duplicate scalar value', () => {
    const schema = object({ a: ruled(integer, { rule: 'self > 0', reason: 'FieldValueDuplicate' }) });
    expect(validate(schema, { a: 0 }).errors).toEqual(['a: Duplicate value: 0']);
  });
});

describe('a rule that cannot be judged', () => {
  const cases: [name: string, rule: string, said: string][] = [
    ['says why', '10 / self.a > 0', 'spec: Invalid value: "object": division by zero evaluating rule: 10 / self.a > 0'],
    [
      'names a missing field',
      'self.s == "x"',
      'spec: Invalid value: "object": no such key: s evaluating rule: self.s == "x"',
    ],
    [
      'of the wrong types says so',
      'self.p > 1',
      `spec: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.p > 1`,
    ],
    [
      'that does not compile says so',
      'self.nope',
      `spec: Invalid value: "object": rule compile error: compilation failed: ERROR: <input>:1:5: undefined field 'nope'\n | self.nope\n | ....^`,
    ],
  ];
  test.each(cases)('%s', (_name, rule, said) => {
    const properties = { a: integer, s: text, p: { 'x-kubernetes-int-or-string': true } };
    expect(specErrors(properties, { rule }, { a: 0, p: '50%' })).toEqual([said]);
  });

  test('is named by its message', () => {
    expect(specErrors({ a: integer }, { rule: '1 / self.a > 0', message: ' m ' }, { a: 0 })).toEqual([
      'spec: Invalid value: "object": division by zero evaluating rule: m',
    ]);
  });
});

describe('a rule sees', () => {
  const resource = { apiVersion: 'a/v1', kind: 'Widget', metadata: { name: 'n', labels: { x: 'y' } } };
  const embedded: JsonSchema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const cases: [name: string, schema: JsonSchema, value: JsonValue][] = [
    [
      'escaped names',
      ruled(object({ 'a-b/c.d': text, namespace: text }), "self.a__dash__b__slash__c__dot__d == 'x'"),
      { 'a-b/c.d': 'x' },
    ],
    ['reserved words', ruled(object({ namespace: text }), "self.__namespace__ == 'x'"), { namespace: 'x' }],
    ['integers of int-or-string', ruled({ 'x-kubernetes-int-or-string': true }, 'type(self) == int && self == 5'), 5],
    [
      'strings of int-or-string',
      ruled({ 'x-kubernetes-int-or-string': true }, "type(self) == string && self == '5%'"),
      '5%',
    ],
    ['whole numbers as doubles', ruled({ type: 'number' }, 'self == 3.0 && type(self) == double'), 3],
    ['nulls as absent', ruled(object({ n: { type: 'string', nullable: true } }), '!has(self.n)'), { n: null }],
    ['null items', ruled({ type: 'array', items: { type: 'string', nullable: true } }, 'dyn(self[0]) == null'), [null]],
    [
      'maps',
      ruled({ type: 'object', additionalProperties: integer }, "self['x'] == 1 && self.all(k, k == 'x')"),
      { x: 1 },
    ],
    [
      'embedded resources',
      ruled(embedded, "self.kind == 'Widget' && self.metadata.name == 'n' && self.apiVersion == 'a/v1'"),
      resource,
    ],
    [
      'embedded resources in objects',
      ruled(object({ e: embedded }), "self.e.kind == 'Widget' && self.e.metadata.name == 'n'"),
      { e: resource },
    ],
    ['times', ruled({ type: 'string', format: 'date-time' }, 'self.getFullYear() == 2026'), '2026-01-01T00:00:00Z'],
  ];
  test.each(cases)('%s', (_name, schema, value) => {
    expect(validate(object({ x: schema }), { x: value }).errors).toEqual([]);
  });

  test('the names of the resource at the root', () => {
    const schema = ruled(
      object({}),
      "self.metadata.name == 'n' && self.kind == 'Widget' && !has(self.metadata.generateName)",
    );
    expect(validate(schema, resource).errors).toEqual([]);
  });

  test('defaults', () => {
    const schema = ruled(object({ a: { ...integer, default: 5 } }), 'self.a == 5');
    const value = {};
    compileSchema(schema).applyDefaults(value);
    expect(validate(schema, value).errors).toEqual([]);
  });
});

describe('a rule about a change', () => {
  const immutable = { rule: 'self == oldSelf', message: 'no' };
  const keyed: JsonSchema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
    items: object({ n: text, v: ruled(integer, 'self >= oldSelf') }),
  };
  const starts = {
    rule: 'oldSelf.optMap(o, self > o).orValue(self == 1)',
    optionalOldSelf: true,
    message: 'no',
  };
  const cases: [name: string, schema: JsonSchema, change: [old: JsonValue, value: JsonValue], errors: string[]][] = [
    ['refuses one', ruled(text, immutable), ['x', 'y'], ['x: Invalid value: "y": no']],
    ['tolerates none', ruled(text, immutable), ['x', 'x'], []],
    ['is not run without an old value', ruled(text, immutable), [null, 'x'], []],
    [
      'is not tolerated on what is unchanged',
      ruled(integer, 'self > oldSelf'),
      [1, 1],
      ['x: Invalid value: 1: failed rule: self > oldSelf'],
    ],
    [
      'knows the old selves of keyed items',
      keyed,
      [
        [
          { n: 'a', v: 1 },
          { n: 'b', v: 5 },
        ],
        [
          { n: 'b', v: 5 },
          { n: 'a', v: 0 },
          { n: 'c', v: 0 },
        ],
      ],
      ['x[1].v: Invalid value: 0: failed rule: self >= oldSelf'],
    ],
    ['may be optional: with an old value', ruled(integer, starts), [1, 1], ['x: Invalid value: 1: no']],
    ['may be optional: without one', ruled(integer, starts), [null, 2], ['x: Invalid value: 2: no']],
    ['may be optional: kept', ruled(integer, starts), [1, 2], []],
    [
      'can name the old value',
      ruled(integer, { rule: 'self == oldSelf', messageExpression: "'was %d'.format([oldSelf])" }),
      [1, 2],
      ['x: Invalid value: 2: was 1'],
    ],
    [
      'that is optional cannot name it as one',
      ruled(integer, { ...starts, messageExpression: "'was %d'.format([oldSelf.value()])" }),
      [2, 1],
      ['x: Invalid value: 1: no'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, [old, value], errors) => {
    const before: JsonObject = old === null ? {} : { x: old };
    expect(validate(object({ x: schema }), { x: value }, { old: before }).errors).toEqual(errors);
  });
});

describe('what was broken before', () => {
  const positive = ruled(integer, { rule: 'self > 0', message: 'm' });
  const schema = object({ a: positive, b: text, l: { type: 'array', items: positive } });

  test('is tolerated with a warning while it stays', () => {
    const found = validate(schema, { a: 0, b: 'x' }, { old: { a: 0 } });
    expect([found.errors, found.warnings]).toEqual([[], ['a: Invalid value: 0: m']]);
  });

  test('is not when it changes', () => {
    const found = validate(schema, { a: -1 }, { old: { a: 0 } });
    expect([found.errors, found.warnings]).toEqual([['a: Invalid value: -1: m'], []]);
  });

  test('in items of a list is tolerated while the list stays', () => {
    expect(validate(schema, { l: [0], b: 'x' }, { old: { l: [0] } }).errors).toEqual([]);
    expect(validate(schema, { l: [0, 1] }, { old: { l: [0] } }).errors).toEqual(['l[0]: Invalid value: 0: m']);
  });

  test('in the type of the resource is never tolerated', () => {
    const typed = object({ kind: ruled(text, { rule: "self == 'Widget'", message: 'm' }) });
    expect(validate(typed, { kind: 'Gadget' }, { old: { kind: 'Gadget' } }).errors).toEqual([
      'kind: Invalid value: "Gadget": m',
    ]);
  });

  test('is not tolerated where it cannot be judged', () => {
    const failing = object({ a: ruled(integer, '1 / self > 0') });
    expect(validate(failing, { a: 0 }, { old: { a: 0 } }).errors).toEqual([
      'a: Invalid value: "integer": division by zero evaluating rule: 1 / self > 0',
    ]);
  });
});

describe('the cost of rules', () => {
  const list: JsonSchema = { type: 'array', items: integer };
  const pairs = 'self.all(x, self.all(y, x + y >= 0))';
  const values = (count: number) => Array.from({ length: count }, (_, index) => index);

  test('is taken off the budget', () => {
    const { errors, remaining } = validate(object({ x: ruled(list, 'self.size() == 3') }), { x: [1, 2, 3] });
    expect([errors, 10_000_000 - remaining]).toEqual([[], 3]);
  });

  test('of one call is limited', () => {
    const schema = object({ x: ruled(list, { rule: pairs, message: 'm' }), y: ruled(integer, 'self > 0') });
    const { errors, remaining } = validate(schema, { x: values(600), y: 0 });
    expect(errors).toEqual([
      `x: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: m`,
    ]);
    expect(remaining).toBe(-1);
  });

  test('of all is limited', () => {
    const schema = object({ x: ruled(list, pairs), y: ruled(integer, 'self > 0') });
    expect(validate(schema, { x: values(30), y: 0 }, { budget: 100 }).errors).toEqual([
      'x: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  test('leaves nothing for rules after a budget that is just used up', () => {
    const schema = object({ x: ruled(list, 'self.size() == 3'), y: ruled(integer, 'self > 0') });
    expect(validate(schema, { x: [1, 2, 3], y: 0 }, { budget: 3 }).errors).toEqual([
      'y: Invalid value: "integer": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  test('of a message is limited too', () => {
    const costly = { rule: 'false', messageExpression: `${pairs} ? 'a' : 'b'` };
    const schema = object({ x: ruled(list, costly), y: ruled(integer, 'self > 0') });
    expect(validate(schema, { x: values(600), y: 0 }).errors).toEqual([
      `x: Invalid value: "array": no further validation rules will be run due to call cost exceeds limit for messageExpression: "${costly.messageExpression}"`,
    ]);
    expect(validate(schema, { x: values(30), y: 0 }, { budget: 100 }).errors).toEqual([
      'x: Invalid value: "array": messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });
});
