import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnderPrefix, KeySpace } from './key-space.js';

describe('KeySpace', () => {
  test.each([
    { prefix: '/registry', stored: '/registry/pods/a' },
    { prefix: 'registry/', stored: '/registry/pods/a' },
    { prefix: '/a/b/', stored: '/a/b/pods/a' },
    { prefix: '/', stored: '/pods/a' },
    { prefix: '', stored: '/pods/a' },
  ])('under $prefix stores /pods/a as $stored', ({ prefix, stored }) => {
    const keys = new KeySpace(prefix);
    expect(keys.encode('/pods/a').toString()).toBe(stored);
    expect(keys.decode(Buffer.from(stored))).toBe('/pods/a');
  });

  test('the range of a prefix holds exactly the keys that begin with it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '/', '\u007f', 'é', '😀', '\uffff', '\0'), maxLength: 5 });
    const etcdPrefix = fc.constantFrom('', '/registry');
    fc.assert(
      fc.property(etcdPrefix, text, text, (root, prefix, key) => {
        const keys = new KeySpace(root);
        const { key: first, rangeEnd } = keys.range(prefix);
        const bytes = keys.encode(key);
        fc.pre(bytes.length > 0);
        const beforeEnd = (rangeEnd.length === 1 && rangeEnd[0] === 0) || Buffer.compare(bytes, rangeEnd) < 0;
        expect(Buffer.compare(bytes, first) >= 0 && beforeEnd).toBe(key.startsWith(prefix));
        expect(isUnderPrefix(bytes, keys.range(prefix))).toBe(key.startsWith(prefix));
      }),
    );
  });

  test('a start key only ever narrows the range', () => {
    const keys = new KeySpace('/registry');
    expect(keys.range('/b/', '/a/').key.toString()).toBe('/registry/b/');
    expect(keys.range('/b/', '/b/5').key.toString()).toBe('/registry/b/5');
    expect(keys.range('/b/', '/b/5').rangeEnd.toString()).toBe('/registry/b0');
  });
});
