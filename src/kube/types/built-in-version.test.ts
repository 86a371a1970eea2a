import { expect, test } from 'vitest';
import { builtInVersion } from './built-in-version.js';

test('an earlier version is served on request, with a deprecation warning', () => {
  const replacement = 'storage.k8s.io/v1 VolumeAttributesClass';
  const version = builtInVersion('storage.k8s.io/v1beta1', 'VolumeAttributesClass', {
    deprecation: { since: 34, until: 37, replacement },
  });
  expect(version.served).toBe(false);
  expect(version.deprecationWarning).toBe(
    `storage.k8s.io/v1beta1 VolumeAttributesClass is deprecated in v1.34+, unavailable in v1.37+; use ${replacement}`,
  );
  const object = { driverName: 'd', unknown: 1 };
  expect([version.shape(object), object]).toEqual([['unknown'], { driverName: 'd', metadata: {} }]);
});

test('a version that stays says nothing', () => {
  const version = builtInVersion('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicy', {});
  expect(version).not.toHaveProperty('deprecationWarning');
});
