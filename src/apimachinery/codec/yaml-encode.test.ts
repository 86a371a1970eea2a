import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { jsonValues } from './json-values.test.support.js';
import { decodeYaml } from './yaml-decode.js';
import { encodeYaml, yamlField, yamlItem, yamlPieces } from './yaml-encode.js';
import { compareYamlKeys } from './yaml-key-order.js';

describe('encodeYaml writes as sigs.k8s.io/yaml does', () => {
  const cases: [what: string, value: JsonValue, text: string][] = [
    [
      'keys sorted, lists at the level of their key',
      { b: [1, { d: 2, c: [] }], a: {} },
      'a: {}\nb:\n- 1\n- c: []\n  d: 2\n',
    ],
    ['lists of lists', [[1], [[2]]], '- - 1\n- - - 2\n'],
    ['null, booleans and numbers', [null, true, 1.5, -3], '- null\n- true\n- 1.5\n- -3\n'],
    ['floats as Go prints them', [1e-7, 123456789.5, 1e21], '- 1e-07\n- 1.234567895e+08\n- 1e+21\n'],
    ['64-bit integers', [9007199254740993n], '- 9007199254740993\n'],
    [
      'strings that read as something else in double quotes',
      ['yes', '1', '', '~', '0x1', '1e3', '1:30'],
      '- "yes"\n- "1"\n- ""\n- "~"\n- "0x1"\n- "1e3"\n- "1:30"\n',
    ],
    ['times in double quotes', '2026-01-01T00:00:00Z', '"2026-01-01T00:00:00Z"\n'],
    [
      'strings that plain style does not allow in single quotes',
      ['- a', '# b', 'c: d', '*e', " f'"],
      "- '- a'\n- '# b'\n- 'c: d'\n- '*e'\n- ' f'''\n",
    ],
    ['lines as a literal block', { a: 'b\nc\n', d: 'e\nf' }, 'a: |\n  b\n  c\nd: |-\n  e\n  f\n'],
    ['control characters escaped', ['a\tb', '\u0007'], '- "a\\tb"\n- "\\a"\n'],
    ['keys quoted like values', { yes: 1, '1': 2 }, '"1": 2\n"yes": 1\n'],
    [
      'long lines folded at the first space after 80 columns',
      { a: 'word '.repeat(20).trim(), b: [`: ${'word '.repeat(20)}`] },
      `a: ${'word '.repeat(15)}word\n  word word word word\nb:\n- ': ${'word '.repeat(15)}word\n  word word word word '\n`,
    ],
    [
      'several spaces kept together, and escaped at the start of a line',
      [`${'a'.repeat(90)}  b c`, `${'a'.repeat(90)}  \tb`],
      `- ${'a'.repeat(90)}  b\n  c\n- "${'a'.repeat(90)}\n  \\ \\tb"\n`,
    ],
  ];
  test.each(cases)('%s', (_what, value, text) => expect(encodeYaml(value).toString()).toBe(text));

  test('decode(encode(x)) is x', () => {
    fc.assert(
      fc.property(jsonValues(), (value) => {
        expect(decodeYaml(encodeYaml(value))).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('documents of any depth are written', () => {
    let value: JsonValue = [];
    for (let depth = 0; depth < 10_000; depth++) value = [value];
    expect(encodeYaml(value).toString()).toBe(`${'- '.repeat(10_000)}[]\n`);
  });

  const oddities: [what: string, value: JsonValue, text: string][] = [
    ['keys of several lines', { 'a\nb': { c: [1] } }, '? |-\n  a\n  b\n: c:\n  - 1\n'],
    ['long keys', { ['k'.repeat(1025)]: [1] }, `? ${'k'.repeat(1025)}\n: - 1\n`],
    ['blocks that start with a space', { a: ' b\nc' }, 'a: |2-\n   b\n  c\n'],
    ['a last block with empty lines at its end', { a: 'b\n\n' }, 'a: |+\n  b\n\n...\n'],
    ['lone surrogates', ['a\ud800'], '- "a\\uD800"\n'],
    ['fields without a value', { a: undefined as never, b: 1 }, 'b: 1\n'],
  ];
  test.each(oddities)('%s', (_what, value, text) => expect(encodeYaml(value).toString()).toBe(text));

  test('a field and items at its level make a document', () => {
    const items = [{ b: 'x\n\n', a: [1] }, [[2]], 'c\nd', {}];
    const whole = encodeYaml({ items, z: 'e' }).toString();
    expect(`items:\n${items.map(yamlItem).join('')}${yamlField('z', 'e')}`).toBe(whole);
  });

  test('wide documents are written in many steps and pieces', () => {
    const value = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index]));
    const pieces = [...yamlPieces(value)];
    expect(pieces.filter((piece) => !piece).length).toBeGreaterThan(50);
    expect(pieces.filter(Boolean).length).toBeGreaterThan(10);
    expect(Buffer.concat(pieces.filter((piece) => piece !== undefined)).equals(encodeYaml(value))).toBe(true);
  });
});

test('keys are ordered with letters last and numbers by value', () => {
  const ordered = ['', '-a', '1', '2', '10', 'A', 'B', 'a', 'a/b', 'a2', 'a02', 'a10', 'a1000', 'ab', 'b'];
  for (const [index, key] of ordered.entries()) {
    for (const later of ordered.slice(index + 1)) {
      expect([key, later, compareYamlKeys(key, later) < 0]).toEqual([key, later, true]);
      expect([later, key, compareYamlKeys(later, key) > 0]).toEqual([later, key, true]);
    }
  }
});
