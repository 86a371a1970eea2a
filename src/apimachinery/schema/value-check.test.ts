import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { compileSchema, type JsonSchema } from './index.js';

/** The messages for a value of `spec.a`. */
function messages(schema: JsonSchema, value: JsonValue): string[] {
  const root: JsonSchema = { type: 'object', properties: { spec: { type: 'object', properties: { a: schema } } } };
  return compileSchema(root)
    .validate({ spec: { a: value } })
    .map(fieldErrorMessage);
}

type Case = [name: string, schema: JsonSchema, value: JsonValue, messages: string[]];

function typeError(expected: string, actual: string): string {
  return `spec.a: Invalid value: "${actual}": spec.a in body must be of type ${expected}: "${actual}"`;
}

describe('types', () => {
  const cases: Case[] = [
    ['a string is a string', { type: 'string' }, '', []],
    ['a number is no string', { type: 'string' }, 1, [typeError('string', 'integer')]],
    ['a list is no string', { type: 'string' }, [], [typeError('string', 'array')]],
    ['an object is no list', { type: 'array' }, {}, [typeError('array', 'object')]],
    ['a list is no object', { type: 'object' }, [], [typeError('object', 'array')]],
    ['a string is no boolean', { type: 'boolean' }, 'true', [typeError('boolean', 'string')]],
    ['an integer is a number', { type: 'number' }, 7, []],
    ['a fraction is a number', { type: 'number' }, 1.5, []],
    ['an int64 beyond 2^53 is an integer', { type: 'integer', format: 'int64' }, 9223372036854775807n, []],
    [
      'a float off by less than a billionth is an integer',
      { type: 'integer' },
      1.0000000001,
      ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.a'],
    ],
    [
      'a fraction is no integer',
      { type: 'integer' },
      1.5,
      [
        typeError('integer', 'number'),
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.a',
      ],
    ],
    [
      'the format names the type that was expected',
      { type: 'integer', format: 'int32' },
      true,
      ['spec.a: Invalid value: "": spec.a in body must be of type int32: ""'],
    ],
    [
      'a number where a formatted string is expected',
      { type: 'string', format: 'date' },
      5,
      ['spec.a: Invalid value: "int64": spec.a in body must be of type date: "int64"'],
    ],
    ['a list passes for a formatted string, as upstream has it', { type: 'string', format: 'date' }, [1], []],
    ['without a type anything goes', { 'x-kubernetes-preserve-unknown-fields': true }, [1, { x: 'y' }], []],
    ['int-or-string takes an integer', { 'x-kubernetes-int-or-string': true }, 1, []],
    ['int-or-string takes a string', { 'x-kubernetes-int-or-string': true }, '25%', []],
    [
      'int-or-string takes nothing else',
      { 'x-kubernetes-int-or-string': true },
      true,
      [typeError('integer,string', 'boolean')],
    ],
    ['null is refused', { type: 'string' }, null, [typeError('string', 'null')]],
    ['null is allowed where it is nullable', { type: 'string', nullable: true }, null, []],
    [
      'null is no value of an enum, not even of a nullable one',
      { type: 'string', nullable: true, enum: ['x'] },
      null,
      ['spec.a: Unsupported value: null: supported values: "x"'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, value, expected) => expect(messages(schema, value)).toEqual(expected));
});

describe('numbers', () => {
  const inBody = (value: string, predicate: string) => `spec.a: Invalid value: ${value}: spec.a in body ${predicate}`;
  const cases: Case[] = [
    ['at the minimum', { type: 'integer', minimum: 2 }, 2, []],
    ['below the minimum', { type: 'integer', minimum: 0 }, -1, [inBody('-1', 'should be greater than or equal to 0')]],
    [
      'at an exclusive minimum',
      { type: 'integer', minimum: 2, exclusiveMinimum: true },
      2,
      [inBody('2', 'should be greater than 2')],
    ],
    [
      'above the maximum',
      { type: 'number', maximum: 1.5 },
      1.75,
      [inBody('1.75', 'should be less than or equal to 1.5')],
    ],
    [
      'at an exclusive maximum',
      { type: 'integer', maximum: 5, exclusiveMaximum: true },
      5,
      [inBody('5', 'should be less than 5')],
    ],
    [
      'an int64 above the maximum',
      { type: 'integer', maximum: 10 },
      9223372036854775807n,
      [inBody('9223372036854775807', 'should be less than or equal to 10')],
    ],
    ['an integer is compared with the whole part of the limit', { type: 'number', minimum: 1.5 }, 1, []],
    [
      'a big limit beside a float prints as a float',
      { type: 'number', minimum: 2000000 },
      1.5,
      [inBody('1.5', 'should be greater than or equal to 2e+06')],
    ],
    ['a multiple', { type: 'integer', multipleOf: 5 }, 15, []],
    ['no multiple', { type: 'integer', multipleOf: 5 }, 16, [inBody('16', 'should be a multiple of 5')]],
    ['a multiple of a fraction', { type: 'number', multipleOf: 0.1 }, 0.3, []],
    [
      'no multiple of a fraction',
      { type: 'number', multipleOf: 0.25 },
      0.3,
      [inBody('0.3', 'should be a multiple of 0.25')],
    ],
    [
      'a factor that is not positive',
      { type: 'integer', multipleOf: 0 },
      3,
      ['spec.a: Invalid value: 0: factor MultipleOf declared for spec.a must be positive: 0'],
    ],
    [
      'too big for int32',
      { type: 'integer', format: 'int32' },
      2147483648,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.a'],
    ],
    ['the least int32', { type: 'integer', format: 'int32' }, -2147483648, []],
    [
      'too big for a float',
      { type: 'number', format: 'float' },
      1e39,
      ['<nil>: Invalid value: "": Checked value must be of type number with format float in spec.a'],
    ],
    ['big for a double', { type: 'number', format: 'double' }, 1e39, []],
    [
      'a limit that its type cannot hold',
      { type: 'integer', maximum: 5.5 },
      3,
      ['<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in spec.a'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, value, expected) => expect(messages(schema, value)).toEqual(expected));
});

describe('strings', () => {
  const cases: Case[] = [
    ['of the greatest length', { type: 'string', maxLength: 3 }, 'abc', []],
    ['too long', { type: 'string', maxLength: 3 }, 'abcd', ['spec.a: Too long: may not be more than 3 bytes']],
    ['characters count, not UTF-16 units', { type: 'string', maxLength: 2 }, '😀😀', []],
    [
      'too many characters',
      { type: 'string', maxLength: 2 },
      '😀😀😀',
      ['spec.a: Too long: may not be more than 2 bytes'],
    ],
    [
      'too short by characters',
      { type: 'string', minLength: 3 },
      '😀😀',
      ['spec.a: Invalid value: "😀😀": spec.a in body should be at least 3 chars long'],
    ],
    ['a pattern is found anywhere', { type: 'string', pattern: 'b+c' }, 'abbcd', []],
    [
      'a pattern that does not match',
      { type: 'string', pattern: '^[a-z]+$' },
      'xyZ',
      ['spec.a: Invalid value: "xyZ": spec.a in body should match \'^[a-z]+$\''],
    ],
    ['a pattern of RE2 that JavaScript does not have', { type: 'string', pattern: '(?i)^\\pL+\\z' }, 'Ab', []],
    [
      'of several faults the first',
      { type: 'string', maxLength: 1, pattern: '^x$' },
      'yy',
      ['spec.a: Too long: may not be more than 1 byte'],
    ],
    ['one of an enum', { type: 'string', enum: ['a', 'b'] }, 'b', []],
    [
      'none of an enum',
      { type: 'string', enum: ['a', 'b'] },
      'z',
      ['spec.a: Unsupported value: "z": supported values: "a", "b"'],
    ],
    [
      'an enum of numbers',
      { type: 'integer', enum: [1, 2] },
      3,
      ['spec.a: Unsupported value: 3: supported values: "1", "2"'],
    ],
    ['an enum of objects', { enum: [{ x: [1] }] }, { x: [1] }, []],
    [
      'a format that it is not of',
      { type: 'string', format: 'date-time' },
      'yesterday',
      ['spec.a: Invalid value: "yesterday": spec.a in body must be of type date-time: "yesterday"'],
    ],
    ['an unknown format', { type: 'string', format: 'favourite-colour' }, 'whatever', []],
  ];
  test.each(cases)('%s', (_name, schema, value, expected) => expect(messages(schema, value)).toEqual(expected));

  test('an invalid pattern matches nothing and says why', () => {
    const [message] = messages({ type: 'string', pattern: 'a(b' }, 'ab');
    expect(message).toMatch(/should match 'a\(b, but pattern is invalid: error parsing regexp: missing closing \)/);
  });
});

describe('lists and objects', () => {
  const strings: JsonSchema = { type: 'array', items: { type: 'string' } };
  const object: JsonSchema = { type: 'object', properties: { b: { type: 'string' } }, required: ['b', 'c'] };
  const cases: Case[] = [
    [
      'each item is checked',
      strings,
      ['x', 1, true],
      [
        'spec.a[1]: Invalid value: "integer": spec.a[1] in body must be of type string: "integer"',
        'spec.a[2]: Invalid value: "boolean": spec.a[2] in body must be of type string: "boolean"',
      ],
    ],
    ['too many items', { ...strings, maxItems: 1 }, ['x', 'y'], ['spec.a: Too many: 2: must have at most 1 item']],
    [
      'too few items',
      { ...strings, minItems: 2 },
      ['x'],
      ['spec.a: Invalid value: 1: spec.a in body should have at least 2 items'],
    ],
    [
      'items that should be unique',
      { ...strings, uniqueItems: true },
      ['x', 'x'],
      ['spec.a: Invalid value: "": spec.a in body shouldn\'t contain duplicates'],
    ],
    ['required fields', object, {}, ['spec.a.b: Required value', 'spec.a.c: Required value']],
    [
      'fields that only a prototype has are missing',
      { type: 'object', required: ['toString'] },
      {},
      ['spec.a.toString: Required value'],
    ],
    [
      'values of a map',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { 'x.y': 'z' },
      ['spec.a.x.y: Invalid value: "string": spec.a.x.y in body must be of type integer: "string"'],
    ],
    [
      'no further fields',
      { type: 'object', additionalProperties: false },
      { x: 1 },
      ['spec.a: Invalid value: "x": spec.a.x in body is a forbidden property'],
    ],
    ['unknown fields are not the concern of validation', object, { b: '', c: 1, d: 2 }, []],
    [
      'too many fields',
      { type: 'object', maxProperties: 1 },
      { x: 1, y: 2 },
      ['spec.a: Too many: 2: must have at most 1 item'],
    ],
    [
      'too few fields',
      { type: 'object', minProperties: 1 },
      {},
      ['spec.a: Invalid value: 0: spec.a in body should have at least 1 properties'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, value, expected) => expect(messages(schema, value)).toEqual(expected));
});

describe('junctors', () => {
  const overall = (sentence: string) => `<nil>: Invalid value: "": ${sentence}`;
  const either: JsonSchema[] = [{ required: ['b'] }, { required: ['c'] }];
  const cases: Case[] = [
    ['anyOf with a match', { type: 'object', anyOf: either }, { c: 1 }, []],
    [
      'anyOf without',
      { type: 'object', anyOf: either },
      {},
      [overall('"spec.a" must validate at least one schema (anyOf)'), 'spec.a.b: Required value'],
    ],
    ['oneOf with one match', { type: 'object', oneOf: either }, { b: 1 }, []],
    [
      'oneOf with two',
      { type: 'object', oneOf: either },
      { b: 1, c: 1 },
      [overall('"spec.a" must validate one and only one schema (oneOf). Found 2 valid alternatives')],
    ],
    [
      'oneOf with none tells of the one that came closest',
      {
        type: 'object',
        oneOf: [{ required: ['b'] }, { properties: { x: { enum: ['1'] }, y: { enum: ['2'] } } }],
      },
      { x: '1', y: '3' },
      [
        overall('"spec.a" must validate one and only one schema (oneOf). Found none valid'),
        'spec.a.y: Unsupported value: "3": supported values: "2"',
      ],
    ],
    [
      'allOf with a failure',
      { type: 'integer', allOf: [{ minimum: 3 }, { maximum: 5 }] },
      2,
      [
        'spec.a: Invalid value: 2: spec.a in body should be greater than or equal to 3',
        overall('"spec.a" must validate all the schemas (allOf)'),
      ],
    ],
    [
      'allOf with nothing but failures',
      { type: 'integer', allOf: [{ minimum: 3 }] },
      2,
      [
        'spec.a: Invalid value: 2: spec.a in body should be greater than or equal to 3',
        overall('"spec.a" must validate all the schemas (allOf). None validated'),
      ],
    ],
    [
      'not',
      { type: 'string', not: { enum: ['bad'] } },
      'bad',
      [overall('"spec.a" must not validate the schema (not)')],
    ],
    ['not, held', { type: 'string', not: { enum: ['bad'] } }, 'good', []],
    [
      'the same message is reported once',
      { type: 'object', required: ['b'], allOf: [{ required: ['b'] }] },
      {},
      ['spec.a.b: Required value', overall('"spec.a" must validate all the schemas (allOf). None validated')],
    ],
    [
      'nested alternatives',
      { type: 'integer', anyOf: [{ anyOf: [{ minimum: 5 }, { maximum: 1 }] }] },
      3,
      [
        overall('"spec.a" must validate at least one schema (anyOf)'),
        'spec.a: Invalid value: 3: spec.a in body should be greater than or equal to 5',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, value, expected) => expect(messages(schema, value)).toEqual(expected));
});

describe('the place of a value', () => {
  const base = FieldPath.of('status');
  const cases: [name: string, schema: JsonSchema, value: JsonValue, field: string][] = [
    ['a failure of the value itself', { type: 'string' }, 1, 'status'],
    ['a failure below it', { type: 'object', properties: { x: { type: 'string' } } }, { x: 1 }, 'status.x'],
    ['a missing field', { type: 'object', required: ['x'] }, {}, 'status.x'],
    ['a field of a map', { type: 'object', additionalProperties: { type: 'string' } }, { x: 1 }, 'status.x'],
  ];
  test.each(cases)('%s', (_name, schema, value, field) => {
    expect(
      compileSchema(schema)
        .validate(value, { path: base })
        .map((error) => error.field),
    ).toEqual([field]);
  });
});

describe('lists that are long enough to be checked in steps', () => {
  const long = (last: JsonValue): JsonValue[] => [...Array<JsonValue>(1500).fill('x'), last];
  const list: JsonSchema = { type: 'array', items: { type: 'string' } };
  const wrong = (place: string) =>
    `${place}: Invalid value: "integer": ${place} in body must be of type string: "integer"`;

  test.each<Case>([
    ['valid items', list, long('x'), []],
    ['a wrong item', list, long(1), [wrong('spec.a[1500]')]],
    ['a wrong item of an inner list', { type: 'array', items: list }, [[], long(1)], [wrong('spec.a[1][1500]')]],
    [
      'long lists in a long list',
      { type: 'array', items: list },
      Array(1001).fill(long(1)),
      Array.from({ length: 1000 }, (_, index) => wrong(`spec.a[${index}][1500]`)),
    ],
    [
      'a list in a map, and a field after it',
      { type: 'object', properties: { b: list, c: { type: 'string' } } },
      { b: long(1), c: 1 },
      [wrong('spec.a.c'), wrong('spec.a.b[1500]')],
    ],
    [
      'a wrong item that only allOf refuses',
      { ...list, items: { 'x-kubernetes-int-or-string': true }, allOf: [list] },
      long(1),
      [
        '<nil>: Invalid value: "": "spec.a" must validate all the schemas (allOf). None validated',
        wrong('spec.a[1500]'),
      ],
    ],
    ['too many items', { ...list, maxItems: 3 }, long('x'), ['spec.a: Too many: 1501: must have at most 3 items']],
  ])('%s', (_name, schema, value, expected) => {
    expect(messages(schema, value).slice(0, 1000).sort()).toEqual([...expected].sort());
  });
});
