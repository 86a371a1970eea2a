import { expect, it } from 'vitest';
import { defineGroup, defineResource } from './registry/index.js';
import { asOfRelease, storedForRelease, withServedVersions } from './served-versions.js';

it('keeps the resources of which a version is served, and all of their versions', () => {
  const group = defineGroup({
    name: 'example.com',
    resources: [
      defineResource({ kind: 'A', plural: 'as', scope: 'Cluster', versions: { v1: {}, v1beta1: { served: false } } }),
      defineResource({ kind: 'B', plural: 'bs', scope: 'Cluster', versions: { v1: {} } }),
    ],
  });
  const chosen = withServedVersions(group, ({ version, resource }, byDefinition) =>
    version === 'v1beta1' ? true : byDefinition && resource !== 'bs' && version !== 'v1',
  );
  expect(chosen.resources.map(({ plural, versions }) => [plural, versions])).toEqual([
    ['as', { v1: { served: false }, v1beta1: { served: true } }],
  ]);
});

it('leaves versions of other groups as they are: they are only stored', () => {
  const versions = { v1: {}, '/v1': { served: false } };
  const events = defineResource({
    kind: 'Event',
    plural: 'events',
    scope: 'Namespaced',
    storageVersion: '/v1',
    versions,
  });
  const { resources } = withServedVersions({ name: 'events.k8s.io', resources: [events] }, () => true);
  expect(resources[0]?.versions).toEqual({ v1: { served: true }, '/v1': { served: false } });
});

it('leaves out versions that are later than the emulated release, and resources without others', () => {
  const versions = { v1: { introduced: '1.34' }, v1beta1: {} };
  const group = defineGroup({
    name: 'example.com',
    resources: [
      defineResource({ kind: 'A', plural: 'as', scope: 'Cluster', versions }),
      defineResource({ kind: 'B', plural: 'bs', scope: 'Cluster', versions: { v1: { introduced: '1.34' } } }),
    ],
  });
  const servedIn = (minor: number) =>
    asOfRelease(group, { major: 1, minor }).resources.map(({ plural, versions }) => [
      plural,
      Object.entries(versions).flatMap(([version, { served = true }]) => (served ? [version] : [])),
    ]);
  expect(servedIn(33)).toEqual([['as', ['v1beta1']]]);
  expect(servedIn(34)).toEqual([
    ['as', ['v1', 'v1beta1']],
    ['bs', ['v1']],
  ]);
});

it('serves a version that was removed only as of earlier releases', () => {
  const versions = { v1: {}, v1beta1: { removed: '1.34' } };
  const resources = [defineResource({ kind: 'A', plural: 'as', scope: 'Cluster', versions })];
  const servedIn = (minor?: number) =>
    asOfRelease(
      { name: 'example.com', resources },
      minor === undefined ? undefined : { major: 1, minor },
    ).resources.map(({ versions }) => versions['v1beta1']?.served ?? true);
  expect([servedIn(33), servedIn(34), servedIn()]).toEqual([[true], [false], [false]]);
});

it('stores objects in the first version that servers of the oldest compatible release have', () => {
  const versions = { v1: { introduced: '1.34' }, v1beta1: {} };
  const group = defineGroup({
    name: 'example.com',
    resources: [
      defineResource({ kind: 'A', plural: 'as', scope: 'Cluster', versions }),
      defineResource({ kind: 'B', plural: 'bs', scope: 'Cluster', versions: { v1: { introduced: '1.34' } } }),
    ],
  });
  const storedFor = (minor: number) =>
    storedForRelease(group, { major: 1, minor }).resources.map(({ storageVersion, workingVersion }) => [
      storageVersion,
      workingVersion,
    ]);
  expect(storedFor(33)).toEqual([
    ['v1beta1', 'v1'],
    [undefined, undefined],
  ]);
  expect(storedFor(34)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
