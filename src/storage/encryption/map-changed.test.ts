import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapChanged } from './map-changed.js';

describe('mapChanged', () => {
  it('equals map, and gives the array itself back exactly where nothing changes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.func(fc.integer()), fc.boolean(), (items, other, keep) => {
        const change = (item: number) => (keep || item % 2 === 0 ? item : other(item));
        const expected = items.map(change);
        const result = mapChanged(items, change);
        expect(result).toEqual(expected);
        expect(result === items).toBe(expected.every((item, index) => item === items[index]));
      }),
    );
  });
});
