import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeIdentifier, unescapeIdentifier } from './escaping.js';

describe('names of properties as identifiers', () => {
  test.each([
    ['plain', 'plain'],
    ['_a', '_a'],
    ['a-b', 'a__dash__b'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['a__b', 'a__underscores__b'],
    ['__', '__underscores__'],
    ['___', '__underscores___'],
    ['namespace', '__namespace__'],
    ['in', '__in__'],
    ['.a', '__dot__a'],
  ])('%s is %s', (name, identifier) => {
    expect(escapeIdentifier(name)).toBe(identifier);
    expect(unescapeIdentifier(identifier)).toBe(name);
  });

  test.each(['', '0a', 'a b', 'a$', 'ä', 'a:b'])('%o cannot be reached', (name) => {
    expect(escapeIdentifier(name)).toBeUndefined();
  });

  test.each(['a__what__b', 'x__namespace__'])('%s is no escaped name', (identifier) => {
    expect(unescapeIdentifier(identifier)).toBeUndefined();
  });

  test('what is escaped comes back', () => {
    const names = fc.stringMatching(/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]{0,12}$/);
    fc.assert(
      fc.property(names, (name) => {
        expect(unescapeIdentifier(escapeIdentifier(name)!)).toBe(name);
      }),
      { seed: 1 },
    );
  });
});
