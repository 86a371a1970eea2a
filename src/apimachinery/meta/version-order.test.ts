import { expect, test } from 'vitest';
import { compareVersions } from './version-order.js';

test('versions are ordered from the most preferred on', () => {
  const ordered = [
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
    'v1gamma',
  ];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(ordered.map((version) => compareVersions(version, version))).toEqual(ordered.map(() => 0));
});
