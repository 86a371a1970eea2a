import { describe, expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../api/resource/v1.js';
import { claimNames, isPodDone, needsReservation, newClaim } from './pod-claims.js';
import { releaseOf, withoutFinalizer } from './release-claim.js';

const finalizer = 'resource.kubernetes.io/delete-protection';
const consumer = (uid: string) => ({ resource: 'pods', name: `pod-${uid}`, uid });
const allocation = { devices: { results: [] } };

function claim(status: ResourceClaim['status'], metadata: Partial<ResourceClaim['metadata']> = {}): ResourceClaim {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'claim', namespace: 'a', ...metadata },
    spec: { devices: { requests: [] } },
    status,
  };
}

function pod(spec: Partial<Pod['spec']>, { metadata = {}, status = {} }: { metadata?: object; status?: object } = {}) {
  return { metadata: { name: 'web', namespace: 'a', uid: 'u', ...metadata }, spec, status } as unknown as Pod;
}

describe('a claim whose consumers have changed', () => {
  const held = { allocation, reservedFor: [consumer('a'), consumer('b')] };
  test.each<[string, ResourceClaim, ReturnType<typeof consumer>[], ReturnType<typeof releaseOf>]>([
    ['is left alone while all remain', claim(held), held.reservedFor, { isUnprotected: false }],
    [
      'keeps its devices for those that remain',
      claim(held, { finalizers: [finalizer] }),
      [consumer('b')],
      { status: { allocation, reservedFor: [consumer('b')] }, isUnprotected: false },
    ],
    [
      'loses its devices with the last',
      claim(held, { finalizers: [finalizer] }),
      [],
      { status: {}, isUnprotected: true },
    ],
    [
      'keeps devices that the scheduler has not allocated',
      claim(held),
      [],
      { status: { allocation }, isUnprotected: false },
    ],
    [
      'is deleted with devices that were never used',
      claim({ allocation }, { finalizers: [finalizer], deletionTimestamp: '2026-01-01T00:00:00Z' }),
      [],
      { status: {}, isUnprotected: true },
    ],
    [
      'waits for consumers when it is deleted',
      claim(held, { finalizers: [finalizer], deletionTimestamp: '2026-01-01T00:00:00Z' }),
      held.reservedFor,
      { isUnprotected: false },
    ],
  ])('%s', (_name, object, remaining, expected) => expect(releaseOf(object, remaining)).toEqual(expected));

  test('keeps finalizers of others', () => {
    const { metadata } = withoutFinalizer(claim({}, { finalizers: ['example.com/own', finalizer] }));
    expect(metadata.finalizers).toEqual(['example.com/own']);
  });
});

describe('a pod', () => {
  const entry = { name: 'gpu', resourceClaimTemplateName: 'one-gpu' };
  const template = {
    metadata: { name: 'one-gpu' },
    spec: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec: { devices: {} } },
  } as unknown as ResourceClaimTemplate;

  test('gets claims with names of its own', () => {
    expect(newClaim(pod({}), entry, template)).toMatchObject({
      metadata: {
        generateName: 'web-gpu-',
        labels: { a: 'b' },
        annotations: { c: 'd', 'resource.kubernetes.io/pod-claim-name': 'gpu' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'u', controller: true }],
      },
      spec: { devices: {} },
    });
  });

  test('has names that are shortened alike if they are long', () => {
    const long = pod({}, { metadata: { name: 'p'.repeat(60) } });
    const { generateName = '' } = newClaim(long, { ...entry, name: 'e'.repeat(40) }, template).metadata;
    expect(generateName).toBe(`${'p'.repeat(33)}-${'e'.repeat(22)}`);
  });

  test('names claims that exist, and those that were generated', () => {
    const status = { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'web-gpu-abcde' }, { name: 'none' }] };
    const claims = [
      entry,
      { ...entry, name: 'none' },
      { ...entry, name: 'new' },
      { name: 'own', resourceClaimName: 'x' },
    ];
    expect(claimNames(pod({ resourceClaims: claims }, { status }))).toEqual(['web-gpu-abcde', 'x']);
  });

  test.each<[string, Pod, boolean]>([
    ['that runs', pod({ nodeName: 'n' }, { status: { phase: 'Running' } }), false],
    ['that has ended', pod({ nodeName: 'n' }, { status: { phase: 'Succeeded' } }), true],
    ['that is stopping', pod({ nodeName: 'n' }, { metadata: { deletionTimestamp: 'now' } }), false],
    ['that was deleted before it was assigned', pod({}, { metadata: { deletionTimestamp: 'now' } }), true],
  ])('%s is done or not', (_name, object, expected) => expect(isPodDone(object)).toBe(expected));

  test.each<[string, ResourceClaim['status'], boolean]>([
    ['has no devices', {}, false],
    ['is free', { allocation }, true],
    ['is reserved for it', { allocation, reservedFor: [consumer('u')] }, false],
    [
      'has as many consumers as it may',
      { allocation, reservedFor: Array.from({ length: 256 }, () => consumer('x')) },
      false,
    ],
  ])('reserves a claim, or not, that %s', (_name, status, expected) =>
    expect(needsReservation(claim(status), pod({ nodeName: 'n' }))).toBe(expected),
  );
});
