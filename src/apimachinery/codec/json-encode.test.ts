import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { encodeJson, encodeJsonPretty, jsonText } from './json-encode.js';

describe('encodeJson writes as Go does', () => {
  const cases: [what: string, value: JsonValue, text: string][] = [
    [
      '64-bit integers',
      { a: 9007199254740993n, b: [-9223372036854775808n] },
      '{"a":9007199254740993,"b":[-9223372036854775808]}',
    ],
    ['large floats with an exponent from 1e21 on', [1e20, 1e21, 1.5e300], '[100000000000000000000,1e+21,1.5e+300]'],
    ['small floats with an exponent below 1e-6', [0.000001, 1e-7, 1.25e-9], '[0.000001,1e-7,1.25e-9]'],
    ['whole floats without a fraction', [1.0, 100], '[1,100]'],
    ['HTML characters escaped', { '<a>': 'x&y' }, '{"\\u003ca\\u003e":"x\\u0026y"}'],
    ['line separators escaped', '\u2028\u2029', '"\\u2028\\u2029"'],
    ['HTML characters escaped beside 64-bit integers', ['<', 9007199254740993n], '["\\u003c",9007199254740993]'],
    ['control characters', '\u0000\b\f\n\r\t\u001f\u007f', '"\\u0000\\b\\f\\n\\r\\t\\u001f\u007f"'],
    ['other characters as they are', 'é😀"\\/', '"é😀\\"\\\\/"'],
    ['keys in the order given', { b: 1, a: { d: 1, c: 2 } }, '{"b":1,"a":{"d":1,"c":2}}'],
    ['empty containers', [[], {}, [{}]], '[[],{},[{}]]'],
    ['null', null, 'null'],
  ];
  test.each(cases)('%s', (_what, value, text) => expect(encodeJson(value).toString()).toBe(`${text}\n`));

  test('documents deeper than the stack', () => {
    let value: JsonValue = [];
    for (let depth = 0; depth < 50_000; depth++) value = [value];
    expect(encodeJson(value)).toHaveLength(100_003);
  });
});

describe('encodeJsonPretty', () => {
  test('indents by two spaces and ends without a newline', () => {
    const text = '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": [],\n  "c": {\n    "d": "\\u003c"\n  }\n}';
    expect(encodeJsonPretty({ a: [1, {}], b: [], c: { d: '<' } }).toString()).toBe(text);
  });

  test('indents documents with 64-bit integers alike', () => {
    const shape = (value: JsonValue): JsonValue => ({ a: [1, {}, [[]]], b: [], c: { d: value } });
    const exact = jsonText(shape(9007199254740993n), '  ');
    expect(exact.replace('9007199254740993', '7')).toBe(jsonText(shape(7), '  '));
  });
});
