import { describe, expect, test } from 'vitest';
import * as meta from './group-version.js';

describe('parseGroupVersion', () => {
  test.each([
    ['v1', { group: '', version: 'v1' }],
    ['apps/v1', { group: 'apps', version: 'v1' }],
    ['apps/', { group: 'apps', version: '' }],
    ['/v1', { group: '', version: 'v1' }],
    ['', { group: '', version: '' }],
    ['/', { group: '', version: '' }],
  ])('reads %j', (text, groupVersion) => expect(meta.parseGroupVersion(text)).toEqual(groupVersion));

  test('refuses a second slash', () => {
    expect(() => meta.parseGroupVersion('a/b/c')).toThrow(new meta.GroupVersionParseError('a/b/c'));
    expect(() => meta.parseGroupVersion('a/b/c')).toThrow('unexpected GroupVersion string: a/b/c');
  });
});

test('names print with and without a group', () => {
  const deployment = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' };
  const pod = { group: '', version: 'v1', kind: 'Pod', resource: 'pods' };
  const texts = [deployment, pod].map((names) => [
    meta.formatGroupVersion(names),
    meta.formatGroupKind(names),
    meta.formatGroupResource(names),
    meta.formatGroupVersionKind(names),
    meta.formatGroupVersionResource(names),
  ]);
  expect(texts).toEqual([
    ['apps/v1', 'Deployment.apps', 'deployments.apps', 'apps/v1, Kind=Deployment', 'apps/v1, Resource=deployments'],
    ['v1', 'Pod', 'pods', '/v1, Kind=Pod', '/v1, Resource=pods'],
  ]);
});

test('names are read with and without a group', () => {
  expect(meta.parseGroupKind('Ingress.networking.k8s.io')).toEqual({ group: 'networking.k8s.io', kind: 'Ingress' });
  expect(meta.parseGroupResource('pods')).toEqual({ group: '', resource: 'pods' });
  expect(meta.groupVersionKind('apps/v1', 'Deployment')).toEqual({ group: 'apps', version: 'v1', kind: 'Deployment' });
});

test('an argument names a version only with all its parts', () => {
  expect(meta.parseResourceArgument('ingresses.v1.networking.k8s.io')).toEqual({
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'ingresses',
  });
  expect(meta.parseResourceArgument('deployments.apps')).toBeUndefined();
  expect(meta.parseKindArgument('Deployment.v1.apps')).toEqual({ group: 'apps', version: 'v1', kind: 'Deployment' });
  expect(meta.parseKindArgument('Pod')).toBeUndefined();
});
