import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { DecodeError } from './decode-error.js';
import { ExactJsonParser } from './exact-json-parser.js';
import { decodeJson, decodeJsonStrict, decodeJsonYielding } from './json-decode.js';
import { encodeJson } from './json-encode.js';
import { jsonValues } from './json-values.test.support.js';

const bytes = (text: string) => Buffer.from(text);

describe('decodeJson reads', () => {
  const cases: [what: string, text: string, value: JsonValue][] = [
    ['the largest integer that a double holds as a number', '9007199254740991', 9007199254740991],
    ['the first integer beyond it as a bigint', '9007199254740992', 9007199254740992n],
    ['an integer that a double would round', '{"a":[9007199254740993]}', { a: [9007199254740993n] }],
    ['the largest int64', '9223372036854775807', 9223372036854775807n],
    ['the smallest int64', '-9223372036854775808', -9223372036854775808n],
    ['an integer beyond int64 as a double', '9223372036854775808', 2 ** 63],
    ['a negative one beyond int64 as a double', '-9223372036854775809', -(2 ** 63)],
    ['-0 as 0', '-0', 0],
    ['-0.0 as 0', '-0.0', 0],
    ['a small exponent as an integer', '1e3', 1000],
    ['a large exponent in the form of its integer', '1e18', 1000000000000000000n],
    ['a fraction that is whole in the form of its integer', '9007199254740993.0', 9007199254740992n],
    ['1.0 as 1', '1.0', 1],
    ['a negative fraction', '-0.5', -0.5],
    ['an exponent below 1', '25e-1', 2.5],
    ['a surrogate pair', '"\\ud83d\\ude00"', '😀'],
    ['half a surrogate pair as U+FFFD', '"\\ud83dx"', '\ufffdx'],
    ['a low surrogate alone as U+FFFD', '"\\uDE00"', '\ufffd'],
    ['two high surrogates as U+FFFD each', '"\\ud83d\\ud83d"', '\ufffd\ufffd'],
    ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\ude00"', '"\\/\b\f\n\r\tA😀'],
    ['white space around everything', ' {\t"a" :\n[ 1 ,\r2 ] } ', { a: [1, 2] }],
    ['empty containers', '[{},[]]', [{}, []]],
    ['the last of repeated keys', '{"a":1,"a":2}', { a: 2 }],
    ['digits in strings as strings', '"12345678901234567890"', '12345678901234567890'],
  ];
  test.each(cases)('%s', (_what, text, value) => {
    expect(decodeJson(bytes(text))).toStrictEqual(value);
    expect(new ExactJsonParser(text).parse().value).toStrictEqual(value);
  });

  test('bytes that are not UTF-8 as U+FFFD', () => {
    expect(decodeJson(Buffer.from([0x22, 0x61, 0xff, 0x62, 0x22]))).toBe('a\ufffdb');
  });

  test('a view into a larger buffer', () => {
    const whole = new Uint8Array(Buffer.from('xx{"a":1}xx'));
    expect(decodeJson(whole.subarray(2, 9))).toEqual({ a: 1 });
  });

  test.each(['{"__proto__":{"polluted":1},"n":1}', '{"__proto__":{"polluted":1},"n":9007199254740993}'])(
    'a __proto__ key as a plain key: %s',
    (text) => {
      const value = decodeJson(bytes(text)) as JsonObject;
      expect(Object.keys(value)).toEqual(['__proto__', 'n']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(({} as JsonObject)['polluted']).toBeUndefined();
    },
  );
});

describe('decodeJson refuses in the words of Go', () => {
  const cases: [text: string, message: string][] = [
    ['', 'unexpected end of JSON input'],
    [' ', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['{"a":1', 'unexpected end of JSON input'],
    ['"abc', 'unexpected end of JSON input'],
    ['"a\\', 'unexpected end of JSON input'],
    ['"a\\u00', 'unexpected end of JSON input'],
    ['tru', 'unexpected end of JSON input'],
    ['-', 'unexpected end of JSON input'],
    ['1.', 'unexpected end of JSON input'],
    ['1e', 'unexpected end of JSON input'],
    ['x', "invalid character 'x' looking for beginning of value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{,}', "invalid character ',' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['01', "invalid character '1' after top-level value"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['1e+x', "invalid character 'x' in exponent of numeric literal"],
    ['tRue', "invalid character 'R' in literal true (expecting 'r')"],
    ['falsy', "invalid character 'y' in literal false (expecting 'e')"],
    ['nil', "invalid character 'i' in literal null (expecting 'u')"],
    ['é', "invalid character 'Ã' looking for beginning of value"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['\u0000', "invalid character '\\x00' looking for beginning of value"],
    ['1e400', 'json: cannot unmarshal number 1e400 into Go value of type float64'],
  ];
  test.each(cases)('%j: %s', (text, message) => {
    expect(() => decodeJson(bytes(text))).toThrow(new DecodeError(message));
  });

  test('nesting beyond 10,000, and takes 10,000', () => {
    expect(decodeJson(bytes('['.repeat(10_000) + ']'.repeat(10_000)))).toBeInstanceOf(Array);
    expect(() => decodeJson(bytes('['.repeat(10_001)))).toThrow("invalid character '[' exceeded max depth");
    expect(() => decodeJson(bytes('{"a":'.repeat(10_001)))).toThrow("invalid character '{' exceeded max depth");
  });

  test('more bytes than the limit', () => {
    const refused = () => decodeJson(bytes('"123"'), { maxBytes: 4 });
    expect(refused).toThrow(StatusError);
    expect(refused).toThrow('limit is 4');
    expect(decodeJson(bytes('"123"'), { maxBytes: 5 })).toBe('123');
    expect(() => decodeJson(Buffer.alloc(3 * 1024 * 1024 + 1, 0x20))).toThrow('limit is 3145728');
  });
});

describe('decodeJsonStrict tells', () => {
  const cases: [what: string, text: string, errors: string[]][] = [
    ['nothing of a document without repeated keys', '{"a":{"b":1},"b":[{"a":1},{"a":1}]}', []],
    ['a repeated key at the top', '{"a":1,"a":2}', ['duplicate field "a"']],
    ['a repeated key below', '{"spec":{"x":1,"x":1}}', ['duplicate field "spec.x"']],
    ['indices of lists', '{"l":[{},{"n":[[{"a":1,"a":1}]]}]}', ['duplicate field "l[1].n[0][0].a"']],
    ['indices of a list at the top', '[{"a":1,"a":1}]', ['duplicate field "[0].a"']],
    ['keys that only differ in how they are escaped', '{"a":1,"\\u0061":2}', ['duplicate field "a"']],
    ['a key that comes three times once', '{"a":1,"a":2,"a":3}', ['duplicate field "a"']],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":2}', ['duplicate field "__proto__"']],
    ['quotes in keys', '{"a\\"b":1,"a\\"b":2}', ['duplicate field "a\\"b"']],
    ['all of them, in order', '{"b":1,"b":1,"a":{"c":1,"c":1}}', ['duplicate field "b"', 'duplicate field "a.c"']],
    ['them beside integers of 64 bits', '{"a":9007199254740993,"a":1}', ['duplicate field "a"']],
  ];
  test.each(cases)('%s', (_what, text, errors) => expect(decodeJsonStrict(bytes(text)).strictErrors).toEqual(errors));

  test('at most a hundred', () => {
    const text = `{${Array.from({ length: 200 }, (_, index) => `"k${index}":1,"k${index}":1`).join(',')}}`;
    expect(decodeJsonStrict(bytes(text)).strictErrors).toHaveLength(100);
  });
});

describe('on random documents', () => {
  test('decode(encode(x)) is x', () => {
    fc.assert(
      fc.property(jsonValues(), (value) => {
        expect(decodeJson(encodeJson(value))).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('objects under a repeated key are merged on request', () => {
    const text = '{"a":{"b":1,"c":{"d":1},"l":[{"m":1},5]},"a":{"b":2,"c":{"e":1},"l":[{"n":2}]},"x":{"y":1},"x":null}';
    const { value, strictErrors } = decodeJsonStrict(bytes(text), { repeated: 'merge' });
    expect(value).toEqual({ a: { b: 2, c: { d: 1, e: 1 }, l: [{ m: 1, n: 2 }] }, x: null });
    expect(strictErrors).toEqual(['duplicate field "a"', 'duplicate field "x"']);
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const twice = Buffer.from(`{"b":${deep},"b":${deep}}`);
    expect(() => decodeJsonStrict(twice, { repeated: 'merge' })).not.toThrow();
  });

  test('both parsers read the same and agree on repeated keys', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const { fractions: _fractions, ...decoded } = decodeJsonStrict(bytes(text));
        expect(decoded).toStrictEqual(new ExactJsonParser(text).parse());
      }),
      { numRuns: 500 },
    );
  });

  test('what JSON.parse refuses is refused, and the other way round', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:019.-+eE\\untrue fals') }), (text) => {
        expect(accepts(() => decodeJson(bytes(text)))).toBe(accepts(() => JSON.parse(text)));
        expect(accepts(() => new ExactJsonParser(text).parse())).toBe(accepts(() => JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
  });
});

/** JSON texts in which some objects have repeated keys. */
const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('1', 'null', 'true', '"a"', '-0', '1e2', '9007199254740993', '"\\ud800"', '"x\\"y"', '0.25'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '\\u0061', '__proto__', '1'), tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`),
})).value;

function accepts(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

describe('decodeJsonYielding decodes like decodeJsonStrict', () => {
  const filler = `"filler":"${'x'.repeat(100_000)}"`;
  test.each([
    ['small documents', '{"a":1,"a":2}'],
    ['large documents', `{${filler},"a":[{"b":1},{"c":{}}]}`],
    ['repeated keys', `{${filler},"a":[{"b":1,"b":2}]}`],
    ['long numbers', `{${filler},"a":12345678901234567890}`],
    ['what is not JSON', `{${filler},}`],
    ['deep documents', `{${filler},"a":${'['.repeat(600)}${']'.repeat(600)}}`],
  ])('%s', async (_what, text) => {
    const input = Buffer.from(text);
    const strict = (() => {
      try {
        return decodeJsonStrict(input);
      } catch (error) {
        return error;
      }
    })();
    const runYielding = await (async () => decodeJsonYielding(input))().catch((error: unknown) => error);
    expect(runYielding).toEqual(strict);
  });
});

describe('a request of very many parts is too large', () => {
  const tooLarge = 'Request entity too large: limit is 100000 objects, lists and keys';
  test.each([
    ['objects', `[${'{},'.repeat(150_000)}1]`],
    ['keys', `[${'{"a":1},'.repeat(75_000)}1]`],
    ['objects beside a number that JSON.parse does not read exactly', `[1e5,${'{},'.repeat(150_000)}1]`],
  ])('%s', async (_what, text) => {
    await expect((async () => decodeJsonYielding(bytes(text)))()).rejects.toThrow(tooLarge);
    expect(() => decodeJson(bytes(text))).not.toThrow();
  });

  test('scalars in a list do not count', async () => {
    const text = `[${'1,'.repeat(1_000_000)}1]`;
    expect(((await decodeJsonYielding(bytes(text))).value as number[]).length).toBe(1_000_001);
  });
});
