import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compositeKey } from './index.js';

test.each<[string, string[], string[]]>([
  ['where a part ends with what another one begins with', ['ab', 'c'], ['a', 'bc']],
  ['where parts contain what separates words', ['a b', 'c'], ['a', 'b c']],
  ['where a part looks like a key', ['1:a', 'b'], ['1', 'a', 'b']],
  ['where a part looks like a length', ['1', ':a'], ['1:', 'a']],
  ['where parts are empty', ['', 'a'], ['a', '']],
  ['where there is one part more', ['a'], ['a', '']],
  ['of no parts and of an empty one', [], ['']],
])('keys differ %s', (_title, one, other) => {
  expect(compositeKey(...one)).not.toBe(compositeKey(...other));
  expect(compositeKey(...one)).toBe(compositeKey(...one));
});

test('keys are equal only where all parts are', () => {
  const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', '/', ' ', '\0'), maxLength: 4 }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const isSame = one.length === other.length && one.every((part, index) => part === other[index]);
      expect(compositeKey(...one) === compositeKey(...other)).toBe(isSame);
    }),
    { numRuns: 2000 },
  );
});
