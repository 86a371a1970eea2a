import { describe, expect, test } from 'vitest';
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import { classesOfClaim } from './attributes-classes.js';
import { usesClaim } from './claim-users.js';

const claim = { metadata: { name: 'data', namespace: 'a' } } as PersistentVolumeClaim;
const ofPod = {
  metadata: { name: 'web-scratch', ownerReferences: [{ uid: 'of-web', controller: true }] },
} as unknown as PersistentVolumeClaim;

function pod(volume: object, { nodeName = 'x', gracePeriod }: { nodeName?: string; gracePeriod?: number } = {}): Pod {
  const ending = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: gracePeriod };
  return {
    metadata: { name: 'web', uid: 'of-web', ...(gracePeriod !== undefined && ending) },
    spec: { nodeName, volumes: [volume] },
  } as unknown as Pod;
}

const byName = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };
const ephemeral = { name: 'scratch', ephemeral: {} };

describe('a claim is in use', () => {
  test.each<{ name: string; claim?: PersistentVolumeClaim; pod: Pod; isUsed: boolean }>([
    { name: 'by a pod on a node', pod: pod(byName), isUsed: true },
    { name: 'not by a pod without a node', pod: pod(byName, { nodeName: '' }), isUsed: false },
    { name: 'by a pod that ends', pod: pod(byName, { gracePeriod: 30 }), isUsed: true },
    {
      name: 'not by a pod with another claim',
      pod: pod({ name: 'v', persistentVolumeClaim: { claimName: 'other' } }),
      isUsed: false,
    },
    { name: 'not by a pod with an emptyDir', pod: pod({ name: 'data', emptyDir: {} }), isUsed: false },
    { name: 'by the pod whose ephemeral volume it is', claim: ofPod, pod: pod(ephemeral), isUsed: true },
    {
      name: 'not by that pod once its containers have stopped',
      claim: ofPod,
      pod: pod(ephemeral, { gracePeriod: 0 }),
      isUsed: false,
    },
    {
      name: 'not by a pod that does not own the claim of that name',
      claim: { metadata: { name: 'web-scratch' } } as PersistentVolumeClaim,
      pod: pod(ephemeral),
      isUsed: false,
    },
  ])('$name', ({ claim: used = claim, pod: user, isUsed }) => expect(usesClaim(user, used)).toBe(isUsed));
});

test('a claim names the classes that it has, wants, and is changing to', () => {
  const changing = {
    spec: { volumeAttributesClassName: 'gold' },
    status: {
      currentVolumeAttributesClassName: 'silver',
      modifyVolumeStatus: { targetVolumeAttributesClassName: 'bronze' },
    },
  } as PersistentVolumeClaim;
  expect(classesOfClaim(changing)).toEqual(['gold', 'silver', 'bronze']);
  expect(classesOfClaim({ spec: {} } as PersistentVolumeClaim)).toEqual([]);
});
