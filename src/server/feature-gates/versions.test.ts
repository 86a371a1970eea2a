import { describe, expect, it } from 'vitest';
import { effectiveVersion, formatRelease, parseVersion, validateEffectiveVersion } from './index.js';

describe('a version', () => {
  it.each<[string, string]>([
    ['1.36', '1.36'],
    ['v1.36', '1.36'],
    [' 1.36.0', '1.36.0'],
    ['v1.36.4-rc.1+build', '1.36.4-rc.1+build'],
    ['1.36.4-rc..1', '1.36.4'],
    ['1.035', '1.35'],
    ['1.36-alpha', '1.36'],
    ['1.2.3.4', '1.2.3.4'],
  ])('%j is read as %s', (text, expected) => expect(parseVersion(text).text).toBe(expected));

  it.each([
    ['x', 'could not parse "x" as version'],
    ['', 'could not parse "" as version'],
    ['-1.2', 'could not parse "-1.2" as version'],
    ['1', 'illegal version string "1"'],
    ['01.2', 'illegal zero-prefixed version component "01" in "01.2"'],
    [
      '1.18446744073709551616',
      'illegal non-numeric version component "18446744073709551616" in "1.18446744073709551616": strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
  ])('cannot be %j', (text, problem) => expect(() => parseVersion(text)).toThrow(new Error(problem)));
});

describe('the effective version', () => {
  const range = { binary: parseVersion('1.36'), floor: parseVersion('1.33') };

  it.each<[string, string | undefined, string | undefined, string, string, string[]]>([
    ['is the own one', undefined, undefined, '1.36', '1.35', []],
    ['may be older', '1.34', undefined, '1.34', '1.33', []],
    ['needs no older components than those of the floor', '1.33', undefined, '1.33', '1.33', []],
    ['may have components as new as it', '1.35', '1.35', '1.35', '1.35', []],
    ['is not newer', '1.37', undefined, '1.37', '1.36', ['emulation version 1.37 is not between [1.33, 1.36.0]']],
    [
      'is not too old',
      '1.31',
      undefined,
      '1.31',
      '1.33',
      [
        'emulation version 1.31 is not between [1.33, 1.36.0]',
        'minCompatibilityVersion version 1.33 is not between [1.33, 1.31]',
      ],
    ],
    [
      'has no newer components',
      '1.35',
      '1.36',
      '1.35',
      '1.36',
      ['minCompatibilityVersion version 1.36 is not between [1.33, 1.35]'],
    ],
  ])('%s', (_name, emulated, compatible, emulation, minCompatibility, problems) => {
    const version = effectiveVersion(range, {
      ...(emulated !== undefined && { emulation: parseVersion(emulated) }),
      ...(compatible !== undefined && { minCompatibility: parseVersion(compatible) }),
    });
    expect([formatRelease(version.emulation), formatRelease(version.minCompatibility)]).toEqual([
      emulation,
      minCompatibility,
    ]);
    expect(validateEffectiveVersion(version, range)).toEqual(problems);
  });
});
