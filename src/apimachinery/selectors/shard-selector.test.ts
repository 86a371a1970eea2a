import { describe, expect, test } from 'vitest';
import { parseShardSelector, shardHash } from './shard-selector.js';

const [begin, middle, end] = ['0x0000000000000000', '0x8000000000000000', '0x10000000000000000'];
const range = (from: string, to: string, field = 'uid') => `shardRange(object.metadata.${field}, '${from}', '${to}')`;

test('hashes are those of FNV-1a', () => {
  expect(shardHash('')).toBe('0xcbf29ce484222325');
  expect(shardHash('a')).toBe('0xaf63dc4c8601ec8c');
  expect(shardHash('foobar')).toBe('0x85944171f73967e8');
});

test('every object is in one of the ranges that cover all hashes', () => {
  const [first, second] = [parseShardSelector(range(begin, middle)), parseShardSelector(range(middle, end))];
  const both = parseShardSelector(`${range(begin, middle)}||${range(middle, end)}`);
  const objects = Array.from({ length: 100 }, (_, index) => ({ metadata: { uid: `${index}-0000-4000-8000` } }));
  expect(objects.every((object) => first.matches(object) !== second.matches(object))).toBe(true);
  expect(objects.every(both.matches)).toBe(true);
  expect(objects.filter(first.matches).length).toBeGreaterThan(20);
  expect(String(both)).toBe(`${range(begin, middle)} || ${range(middle, end)}`);
});

test('objects of a namespace are in one shard', () => {
  const selector = parseShardSelector(range(middle, end, 'namespace'));
  expect(selector.matches({ metadata: { namespace: 'a' } })).toBe(true);
  expect(selector.matches({ metadata: { namespace: '' } })).toBe(true);
});

describe('refuses', () => {
  test.each([
    ['x', 'CEL parse error: expected shardRange() call or || operator'],
    ['f()', 'unsupported function "f"; only shardRange() and || are allowed'],
    ['shardRange()', 'shardRange() requires exactly 3 arguments, got 0'],
    [range(middle, begin), `shard range start ${middle} must be less than end ${begin}`],
    [range(begin, 'ff'), 'hexEnd must have \'0x\' prefix, got "ff"'],
    [
      range('0x1', end),
      'hexStart must be a 0x-prefixed 16-digit hex value, got "0x1" (did you mean "0x0000000000000001"?)',
    ],
    [range('0x000000000000000G', end), 'hexStart: invalid hex character "G" in "0x000000000000000G"'],
    [
      range(begin, '0x20000000000000000'),
      'hexEnd: 17-digit hex value must be \'0x10000000000000000\' (2^64), got "0x20000000000000000"',
    ],
    [
      range(begin, end, 'name'),
      'unsupported field path "object.metadata.name"; supported: object.metadata.uid, object.metadata.namespace',
    ],
    [
      `${range(begin, middle)} || ${range(middle, end, 'namespace')}`,
      'all shard ranges must use the same field, got "object.metadata.uid" and "object.metadata.namespace"',
    ],
  ])('%s', (text, message) => {
    expect(() => parseShardSelector(text)).toThrow(message);
  });
});
