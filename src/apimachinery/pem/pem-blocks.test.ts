import { describe, expect, test } from 'vitest';
import { expectLinear } from '../growth.test.support.js';
import { pemBlocks } from './pem-blocks.js';

const block = (type: string, body: string): string => `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`;

describe('blocks of PEM', () => {
  test.each<[what: string, text: string, types: string[]]>([
    ['one after another', block('A', 'AAAA') + block('B C', 'AAAA\nAAA='), ['A', 'B C']],
    ['with text around them', `subject=x\n${block('A', 'AAAA')}more\n${block('B', '')}`, ['A', 'B']],
    ['with the line ends of Windows', block('A', 'AAAA').replaceAll('\n', '\r\n'), ['A']],
    ['with headers', block('A', 'Proc-Type: 4\nDEK-Info: x\n\nAAAA'), ['A']],
    ['without a line end at the end', block('A', 'AAAA').trimEnd(), ['A']],
    ['that end with another type', `-----BEGIN A-----\nAAAA\n-----END B-----\n${block('C', 'AAAA')}`, ['C']],
    ['that do not end', `-----BEGIN A-----\nAAAA\n${block('C', 'AAAA')}-----BEGIN D-----\n`, ['C']],
    ['that hold no base64', block('A', 'no base64!') + block('B', 'AAA') + block('C', 'AAAA'), ['C']],
    ['that begin within a line', ` ${block('A', 'AAAA')}x${block('B', 'AAAA')}`, []],
    ['that begin with half a marker', '-----BEGIN A\nAAAA\n-----END A-----\n', []],
    ['of an empty text', '', []],
  ])('%s', (_what, text, types) => {
    expect(pemBlocks(text).map(({ type }) => type)).toEqual(types);
  });

  test('have their bytes and their text', () => {
    const [first] = pemBlocks(`x\n${block('KEY', 'K: v\n\naGVs\nbG8=')}y`);
    expect(first).toMatchObject({ type: 'KEY', hasHeaders: true, bytes: Buffer.from('hello') });
    expect(first?.text).toBe(block('KEY', 'K: v\n\naGVs\nbG8=').trimEnd());
  });

  test.each<[what: string, repeated: string, end: string]>([
    ['beginnings without an end', '-----BEGIN A-----\n', ''],
    ['beginnings with one end', '-----BEGIN A-----\n', '-----END A-----\n'],
    ['headers that look like beginnings', '-----BEGIN A:-----\n', '-----END A-----\n'],
    ['ends without a beginning', '-----END A-----\n', ''],
    ['dashes', '-', ''],
    ['half a marker', '-----BEGIN ', ''],
    ['blank lines of a body', '\n', '-----END A-----\n'],
    ['spaces after an end', '-----BEGIN A-----\n-----END A-----    ', 'x'],
  ])('of many %s are read in one pass', (_what, repeated, end) =>
    expectLinear('pemBlocks', {
      make: (size) => `-----BEGIN A-----\n${repeated.repeat(size / repeated.length)}${end}`,
      run: pemBlocks,
      upTo: 1 << 20,
    }),
  );
});
