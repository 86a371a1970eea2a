import { expect, test } from 'vitest';
import { expectLinearText } from '../apimachinery/growth.test.support.js';
import { isLessVersion, isSemanticVersion, parseSemanticVersion } from './semantic-version.js';

test.each(['1.2.3', '0.0.0', '1.0.0-alpha.1', '1.0.0+build.5', '10.20.30-rc.1+x-y'])('%s is a version', (text) => {
  expect(isSemanticVersion(text)).toBe(true);
});

test.each([
  '',
  '1',
  '1.2',
  '01.2.3',
  'v1.2.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3+',
  '1.18446744073709551616.0',
  '1.0.0-x.18446744073709551616',
])('%j is none', (text) => {
  expect(parseSemanticVersion(text)).toBeUndefined();
});

test('versions have an order', () => {
  const order = '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0 1.0.1 1.2.0 1.10.0 2.0.0';
  const versions = order.split(' ').map((text) => parseSemanticVersion(text)!);
  for (const [index, version] of versions.entries()) {
    expect(versions.map((other) => isLessVersion(version, other))).toEqual(versions.map((_other, at) => index < at));
  }
});

test('is read in one pass', () =>
  expectLinearText('parseSemanticVersion', parseSemanticVersion, {
    around: [
      ['', '.0.0'],
      ['1.0.0-', ''],
      ['1.0.0+', '!'],
    ],
    upTo: 1 << 20,
  }));
