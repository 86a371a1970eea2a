import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointOffset, indexOfPart, lastIndexOfPart, unitOffset } from './text-search.js';

/** Long texts of two letters, with many matches and near matches. */
const search = fc
  .record({
    period: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 40 }),
    start: fc.nat(100),
    length: fc.integer({ min: 60, max: 200 }),
    end: fc.constantFrom('', 'a', 'b', 'c'),
    from: fc.nat(25_000),
  })
  .map(({ period, start, length, end, from }) => {
    const text = period.repeat(Math.ceil(20_000 / period.length));
    return { text: `${text}${end}`, part: `${text.slice(start, start + length)}${end}`, from };
  });

test('long searches find what the engine finds', () => {
  fc.assert(
    fc.property(search, ({ text, part, from }) => {
      expect(indexOfPart(text, part, from)).toBe(text.indexOf(part, from));
      expect(lastIndexOfPart(text, part, from)).toBe(text.lastIndexOf(part, from));
    }),
  );
});

test('offsets in units and in code points are inverse', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, at) => {
      const characters = Array.from(text);
      const offset = Math.min(at, characters.length);
      expect(unitOffset(text, offset)).toBe(characters.slice(0, offset).join('').length);
      expect(codePointOffset(text, unitOffset(text, offset))).toBe(offset);
    }),
  );
});
