import { describe, expect, test } from 'vitest';
import { getOwn, isEmptyObject, setOwn } from './own-property.js';

describe('a key of a document', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is absent until it is set', (key) => {
    const object = {};
    expect(getOwn(object, key)).toBeUndefined();
    setOwn(object, key, { a: 1 });
    expect(getOwn(object, key)).toEqual({ a: 1 });
    expect(Object.keys(object)).toEqual([key]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  test('null is a value', () => expect(getOwn({ a: null }, 'a')).toBeNull());
});

test('an object without keys of its own is empty', () => {
  expect([{}, { a: 1 }].map(isEmptyObject)).toEqual([true, false]);
});
