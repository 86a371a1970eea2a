import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import { decodeYaml, decodeYamlStrict, decodeYamlYielding } from './yaml-decode.js';

const decode = (text: string) => decodeYaml(Buffer.from(text));

describe('scalars are read as go-yaml reads them', () => {
  const cases: readonly (readonly [text: string, value: JsonValue])[] = [
    ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
    ...['n', 'N', 'no', 'NO', 'false', 'False', 'off', 'OFF'].map((word) => [word, false] as const),
    ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
    ['tRue', 'tRue'],
    ['"yes"', 'yes'],
    ["'5'", '5'],
    ['12', 12],
    ['+12', 12],
    ['-0', 0],
    ['0777', 511],
    ['0o17', 15],
    ['-0o17', -15],
    ['0x1F', 31],
    ['0b101', 5],
    ['-0b101', -5],
    ['08', 8],
    ['1_000_000', 1000000],
    ['1_0.5', 10.5],
    ['.5', 0.5],
    ['._5', '._5'],
    ['1.', 1],
    ['1e3', 1000],
    ['1E-2', 0.01],
    ['1e18', 1000000000000000000n],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['0x7fffffffffffffff', 9223372036854775807n],
    ['18446744073709551615', 2 ** 64],
    ['0xffffffffffffffffff', '0xffffffffffffffffff'],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['1e999', '1e999'],
    ['1:30', '1:30'],
    ['1.2.3', '1.2.3'],
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['-a', '-a'],
    ['.', '.'],
    ['+', '+'],
    ['0x', '0x'],
    ['!!str 5', '5'],
    ['!!int "5"', 5],
    ['!!float 5', 5],
    ['!!bool "on"', true],
    ['!!null ""', null],
    ['!!binary aGVsbG8=', 'hello'],
    ['!custom 5', '5'],
    ['!<tag:yaml.org,2002:int> "0x10"', 16],
    ['|\n  two\n  lines\n', 'two\nlines\n'],
    ['>-\n  one\n  line\n', 'one line'],
  ];
  test.each(cases)('%j as %s', (text, value) => {
    const indented = text.startsWith('|') || text.startsWith('>') ? text : ` ${text}`;
    expect(decode(`a: ${indented.trimStart()}\n`)).toStrictEqual({ a: value });
  });
});

describe('documents are read as sigs.k8s.io/yaml reads them', () => {
  const cases: [what: string, text: string, value: JsonValue][] = [
    ['an empty text', '', null],
    ['only a comment', '# nothing\n', null],
    ['a scalar', 'yes', true],
    ['JSON', '{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ['only the first document', 'a: 1\n---\nb: 2\n', { a: 1 }],
    ['a byte order mark and Windows line ends', '\ufeffa: 1\r\nb: |\r\n  x\r\n', { a: 1, b: 'x\n' }],
    ['a document after a marker', '---\na: 1\n...\n', { a: 1 }],
    [
      'keys that are not strings',
      '1: a\n1.5: b\ntrue: c\nno: d\n0x10: e\n.inf: f\n',
      { 1: 'a', 1.5: 'b', true: 'c', false: 'd', 16: 'e', '.inf': 'f' },
    ],
    ['the last of repeated keys', 'a: 1\na: 2\n', { a: 2 }],
    ['aliases', 'a: &x [1, 2]\nb: *x\nc: &k key\n*k : 5\n', { a: [1, 2], b: [1, 2], c: 'key', key: 5 }],
    ['a merge', 'b: &b {x: 1, z: 2}\na:\n  <<: *b\n  z: 3\n', { b: { x: 1, z: 2 }, a: { x: 1, z: 3 } }],
    ['a merge after the key it overrides', 'a:\n  z: 3\n  <<: {z: 2}\n', { a: { z: 2 } }],
    ['a merge of several, of which the first counts', 'a:\n  <<: [{x: 1}, {x: 2, z: 2}]\n', { a: { x: 1, z: 2 } }],
    ['a quoted << as a key', '"<<": {a: 1}\n', { '<<': { a: 1 } }],
    ['unknown tags of collections', 'a: !x {b: 1}\nc: !y [1]\n', { a: { b: 1 }, c: [1] }],
  ];
  test.each(cases)('%s', (_what, text, value) => expect(decode(text)).toStrictEqual(value));

  test('two aliases share nothing', () => {
    const { a, b } = decode('a: &x [1]\nb: *x\n') as { a: JsonValue[]; b: JsonValue[] };
    expect(a).not.toBe(b);
  });

  test('__proto__ is a key like any other', () => {
    const value = decode('__proto__: {polluted: 1}\nb: &b {__proto__: 2}\nc: *b\nd: {<<: *b}\n') as JsonObject;
    expect(Object.keys(value)).toEqual(['__proto__', 'b', 'c', 'd']);
    expect(Object.keys(value['d'] as JsonObject)).toEqual(['__proto__']);
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});

describe('nesting is decoded', () => {
  const depthOf = (value: JsonValue): number => {
    let depth = 0;
    for (let at = value; isJsonObject(at); depth++) at = at['a'] as JsonValue;
    return depth;
  };
  test.each([
    ['in braces', (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`, 990],
    [
      'by indentation',
      (depth: number) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      990,
    ],
    ['as JSON', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, 9900],
  ])('%s', (_how, text, depth) => expect(depthOf(decode(text(depth)))).toBe(depth));
});

describe('decodeYamlYielding', () => {
  const braces = (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`;
  const depthOf = (value: JsonValue): number => {
    let depth = 0;
    for (let at = value; isJsonObject(at); depth++) at = at['a'] as JsonValue;
    return depth;
  };
  const runYielding = async (text: string) => decodeYamlYielding(Buffer.from(text));

  test('decodes small documents at once', () => {
    expect(decodeYamlYielding(Buffer.from('a: 1'))).toEqual({ value: { a: 1 }, strictErrors: [] });
  });

  test('decodes up to 10,000 levels', async () => {
    expect(depthOf((await runYielding(braces(9990))).value)).toBe(9990);
    await expect(runYielding(braces(10_001))).rejects.toThrow('yaml: exceeded max depth of 10000');
    await expect(runYielding(`a: 1\nb: ${braces(10_001)}`)).rejects.toThrow(
      'yaml: line 2: exceeded max depth of 10000',
    );
  });

  test('decodes large documents like small ones', async () => {
    const text = `a: 1\na: 12345678901234567890\n"": &x {b: -0.5, __proto__: ü}\nc: *x\nd: ${'x'.repeat(100_000)}\n`;
    expect(await runYielding(text)).toEqual(decodeYamlStrict(Buffer.from(text)));
  });

  test('reports the errors of large documents like those of small ones', async () => {
    const filler = `#${'x'.repeat(100_000)}\n`;
    for (const text of ['a: [', 'a: *x', '~: 1', 'a: .nan']) {
      const messageOf = (error: unknown) => (error as DecodeError).message;
      const refusal = await runYielding(filler + text).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DecodeError);
      expect(() => decodeYamlStrict(Buffer.from(filler + text))).toThrow(messageOf(refusal));
    }
  });

  test('decodes several large documents at the same time, each to its own', async () => {
    const texts = [1, 2, 3].map((number) => `a: ${number}\nb: ${'x'.repeat(70_000 * number)}\n`);
    const values = await Promise.all(texts.map(runYielding));
    expect(values.map(({ value }) => (value as JsonObject)['a'])).toEqual([1, 2, 3]);
  });

  test('large JSON is not YAML for it', async () => {
    const text = `{"a":[${'1,'.repeat(50_000)}1]}`;
    expect((await runYielding(text)).value).toEqual(JSON.parse(text));
  });
});

describe('decodeYaml refuses', () => {
  const cases: [what: string, text: string, message: string | RegExp][] = [
    ['broken YAML, with the line', 'a: 1\nb: [\n', /^yaml: line \d+: /],
    ['infinity', 'a: .inf', 'json: unsupported value: +Inf'],
    ['NaN', 'a: .nan', 'json: unsupported value: NaN'],
    ['a null key', '~: 1', /^unsupported map key of type/],
    ['a key that is a mapping', '{a: 1}: 2', 'yaml: invalid map key'],
    ['an alias of nothing', 'a: *x', /x/],
    ['an anchor within itself', 'a: &x [*x]', "yaml: anchor 'x' value contains itself"],
    ['a merge of a scalar', '<<: 5', 'yaml: map merge requires map or sequence of maps as the value'],
    ['text that its tag does not allow', 'a: !!int foo', 'yaml: cannot decode !!str `foo` as a !!int'],
    ['binary that is not base64', 'a: !!binary "*"', 'yaml: !!binary value contains invalid base64 data'],
    ['deep nesting', '['.repeat(100_000), 'yaml: exceeded max depth of 1000'],
    [
      'deep nesting of what is JSON',
      `${'{"a":'.repeat(10_001)}1${'}'.repeat(10_001)}`,
      'yaml: exceeded max depth of 10000',
    ],
    [
      'deep nesting by indentation',
      Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /yaml: line 100\d: exceeded max depth of 1000$/,
    ],
    ['deep nesting by aliases', nestedAliases(20), 'yaml: document is nested too deeply'],
    ['a billion laughs', laughs(9), 'yaml: document contains excessive aliasing'],
  ];
  test.each(cases)('%s', (_what, text, message) => {
    expect(() => decode(text)).toThrow(DecodeError);
    expect(() => decode(text)).toThrow(message);
  });

  test('more bytes than the limit', () => {
    expect(() => decodeYaml(Buffer.from('a: 12'), { maxBytes: 4 })).toThrow('limit is 4');
  });
});

test('any text is a value or a DecodeError', () => {
  const tokens = fc.constantFrom(
    ...'{}[]:,-?&*!|>\'"%@`#~<=. \n\t\r\0abc019_',
    '<<',
    '&a',
    '*a',
    '!!',
    ': ',
    '- ',
    '---\n',
    '\\',
    '\ufeff',
  );
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 30 }), (pieces) => {
      try {
        expect(decode(pieces.join(''))).not.toBeUndefined();
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
      }
    }),
    { numRuns: 3000 },
  );
});

describe('decodeYamlStrict tells', () => {
  const cases: [what: string, text: string, errors: string[]][] = [
    ['nothing of a clean document', 'a: 1\nb: {a: 1}\n', []],
    [
      'a repeated key with the line of its value',
      'a: 1\nb: 1\na:\n  2\n',
      ['yaml: unmarshal errors:\n  line 4: key "a" already set in map'],
    ],
    [
      'all of them in one error',
      'a: 1\na: 2\nb: {1: 1, 1: 2}\n',
      ['yaml: unmarshal errors:\n  line 2: key "a" already set in map\n  line 3: key 1 already set in map'],
    ],
    ['keys over a merge', 'a: {<<: {x: 1}, x: 2}\n', ['yaml: unmarshal errors:\n  line 1: key "x" already set in map']],
  ];
  test.each(cases)('%s', (_what, text, errors) =>
    expect(decodeYamlStrict(Buffer.from(text)).strictErrors).toEqual(errors),
  );
});

/** Each list refers to the previous one ten times. */
function laughs(levels: number): string {
  const lists = Array.from(
    { length: levels },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(10)}]`,
  );
  return `l0: &l0 [lol]\n${lists.join('\n')}\n`;
}

/** Each value is 100 lists around the previous one. */
function nestedAliases(levels: number): string {
  const lines = Array.from({ length: levels }, (_, level) => {
    return `l${level + 1}: &l${level + 1} ${'['.repeat(100)}*l${level}${']'.repeat(100)}`;
  });
  return `l0: &l0 x\n${lines.join('\n')}\n`;
}
