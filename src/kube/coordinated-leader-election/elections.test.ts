import { describe, expect, test } from 'vitest';
import type { LeaseCandidate } from '../../api/coordination/v1beta1.js';
import { bestLeader, bestStrategy, isCandidateExpired, isLeaseExpired } from './elections.js';

function candidate(
  name: string,
  spec: Partial<LeaseCandidate['spec']>,
  created = '2026-01-01T00:00:00Z',
): LeaseCandidate {
  return {
    apiVersion: 'coordination.k8s.io/v1beta1',
    kind: 'LeaseCandidate',
    metadata: { name, creationTimestamp: created },
    spec: {
      leaseName: 'l',
      binaryVersion: '1.36.0',
      emulationVersion: '1.36.0',
      strategy: 'OldestEmulationVersion',
      ...spec,
    },
  };
}

describe('the best leader', () => {
  test.each([
    ['emulates the oldest release', [candidate('a', {}), candidate('b', { emulationVersion: '1.35.0' })], 'b'],
    ['has the oldest binary among equals', [candidate('a', { binaryVersion: '1.37.0' }), candidate('b', {})], 'b'],
    ['is the older candidate otherwise', [candidate('a', {}, '2026-01-02T00:00:00Z'), candidate('b', {})], 'b'],
    ['has versions', [candidate('a', { emulationVersion: 'x' }), candidate('b', { emulationVersion: 'v1.36' })], 'b'],
    ['may be none', [candidate('a', { binaryVersion: '' })], undefined],
  ])('%s', (_name, candidates, expected) => {
    expect(bestLeader(candidates)?.metadata.name).toBe(expected);
  });
});

test('candidates of the newest binary decide on the strategy', () => {
  const custom = candidate('b', { binaryVersion: '1.37.0', strategy: 'a.io/b' });
  expect(bestStrategy([candidate('a', {}), custom])).toBe('a.io/b');
  expect(() => bestStrategy([custom, { ...custom, spec: { ...custom.spec, strategy: 'a.io/c' } }])).toThrow(
    'candidates "b", "b" at same binary version but received differing strategies a.io/b, a.io/c',
  );
});

test('leases expire with their duration, candidates after half an hour', () => {
  const renewTime = '2026-01-01T00:00:00.000000Z';
  const at = Date.parse(renewTime);
  const lease = { spec: { renewTime, leaseDurationSeconds: 5 } } as Parameters<typeof isLeaseExpired>[0];
  expect([isLeaseExpired(lease, at + 5000), isLeaseExpired(lease, at + 5001)]).toEqual([false, true]);
  const minutes = (count: number) => isCandidateExpired(candidate('a', { renewTime }), at + count * 60_000);
  expect([minutes(30), minutes(31)]).toEqual([false, true]);
});
