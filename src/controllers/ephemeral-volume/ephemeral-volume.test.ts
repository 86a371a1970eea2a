import { expect, test } from 'vitest';
import type { Pod, Volume } from '../../api/core/v1.js';
import { claimFor } from './ephemeral-volume-controller.js';

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', uid: '1' } } as Pod;

test('a claim is named after the pod and the volume, belongs to the pod, and has labels and annotations of the template', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const metadata = { labels: { a: 'b' }, annotations: { c: 'd' }, name: 'ignored' };
  const volume = { name: 'data', ephemeral: { volumeClaimTemplate: { metadata, spec } } } as Volume;
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: '1', controller: true, blockOwnerDeletion: true };
  expect(claimFor(pod, volume)).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'web-data', labels: { a: 'b' }, annotations: { c: 'd' }, ownerReferences: [owner] },
    spec,
    status: {},
  });
});

test('other volumes have no claim', () => {
  expect(claimFor(pod, { name: 'data', emptyDir: {} })).toBeUndefined();
});
