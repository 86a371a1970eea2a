import { describe, expect, test } from 'vitest';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue } from '../storage.js';
import { OwnWrites } from './own-writes.js';

const put = (text: string, key = '/a') => ({
  type: 'put' as const,
  key,
  value: Buffer.from(text),
  attributes: attributesOf(text),
});
const attributesOf = (text: string): Attributes => ({ labels: { text }, fields: {} });
const arrived = (text: string, key = '/a'): KeyValue => ({
  key,
  value: Buffer.from(text),
  createRevision: 1n,
  modRevision: 1n,
});

describe('own writes', () => {
  test('are recognized by their bytes, once', () => {
    const writes = new OwnWrites();
    writes.add([put('one'), put('two', '/b')]);
    expect(writes.take(arrived('two'))).toBeUndefined();
    expect(writes.take(arrived('two', '/b'))).toEqual(attributesOf('two'));
    expect(writes.take(arrived('one'))).toEqual(attributesOf('one'));
    expect(writes.take(arrived('one'))).toBeUndefined();
  });

  test('of one key are forgotten up to the one that arrived; those of others do not count', () => {
    const writes = new OwnWrites();
    for (const text of ['one', 'two', 'three']) writes.add([put(text)]);
    expect(writes.take(arrived('foreign'))).toBeUndefined();
    expect(writes.take(arrived('two'))).toEqual(attributesOf('two'));
    expect(writes.take(arrived('one'))).toBeUndefined();
    expect(writes.take(arrived('three'))).toEqual(attributesOf('three'));
  });

  test('that failed are forgotten', () => {
    const writes = new OwnWrites();
    const [failed, other] = [put('one'), put('two')];
    writes.add([failed]);
    writes.add([other]);
    writes.remove([failed]);
    expect(writes.take(arrived('one'))).toBeUndefined();
    expect(writes.take(arrived('two'))).toEqual(attributesOf('two'));
  });
});
