import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBytes, goFormat, goJson, goNumber, goQuote, goQuoteWhole, goSyntax } from './go-text.js';
import type { JsonValue } from './json-value.js';

describe('goQuote', () => {
  const cases: [name: string, text: string, quoted: string][] = [
    ['keeps printable text, ASCII or not', 'größe 漢字 😀', '"größe 漢字 😀"'],
    ['escapes quotes and backslashes', 'a"b\\c', '"a\\"b\\\\c"'],
    ['uses the short escapes', '\x07\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['writes other control characters in hex', '\0\x1b\x7f', '"\\x00\\x1b\\x7f"'],
    ['writes unprintable characters by code point', '\u00a0\u200b\u{e0001}', '"\\u00a0\\u200b\\U000e0001"'],
  ];
  test.each(cases)('%s', (_name, text, quoted) => expect(goQuote(text)).toBe(quoted));

  test('of a long text, only what a message may show is escaped', () => {
    const long = '\\'.repeat(20_000);
    expect(goQuote(long)).toBe(`"${'\\\\'.repeat(16_384)}${'\\'.repeat(20_000 - 16_384)}"`);
    expect(goQuoteWhole(long)).toBe(`"${'\\\\'.repeat(20_000)}"`);
  });
});

describe('goNumber', () => {
  const cases: [value: number | bigint, text: string][] = [
    [0, '0'],
    [-0, '0'],
    [1000000, '1000000'],
    [9223372036854775807n, '9223372036854775807'],
    [1e20, '1e+20'],
    [1.5, '1.5'],
    [123456.5, '123456.5'],
    [1234567.5, '1.2345675e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-2.5e-7, '-2.5e-07'],
    [1e100, '1e+100'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ];
  test.each(cases)('%s prints as %s', (value, text) => expect(goNumber(value)).toBe(text));
});

describe('goJson', () => {
  const cases: [name: string, value: JsonValue, text: string][] = [
    ['sorts keys', { b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    ['escapes what HTML gives a meaning to', { a: '<b>&\u2028' }, '{"a":"\\u003cb\\u003e\\u0026\\u2028"}'],
    ['writes 64-bit integers in full', [9007199254740993n], '[9007199254740993]'],
  ];
  test.each(cases)('%s', (_name, value, text) => expect(goJson(value)).toBe(text));

  test('elides what is nested too deeply', () => {
    let value: JsonValue = [];
    for (let depth = 0; depth < 100000; depth++) value = [value];
    expect(goJson(value)).toMatch(/^\[+"\.\.\."\]+$/);
  });
});

test('goFormat and goSyntax print what Go does', () => {
  const value = { b: [1, 'x', null, true], a: { c: 1.5 } };
  expect(goFormat(value)).toBe('map[a:map[c:1.5] b:[1 x <nil> true]]');
  expect(goSyntax(value)).toBe(
    'map[string]interface {}{"a":map[string]interface {}{"c":1.5}, "b":[]interface {}{1, "x", interface {}(nil), true}}',
  );
});

test('compareBytes orders strings as their UTF-8 bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '\uffff', '😀', '𝄞') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
