import { expect, test } from 'vitest';
import type { StorageVersion } from '../../api/apiserverinternal/v1alpha1.js';
import { liveVersions } from './live-versions.js';

const noon = Date.UTC(2030, 0, 1, 12);

function version(records: Readonly<Record<string, string>>, common?: string): StorageVersion {
  const storageVersions = Object.entries(records).map(([apiServerID, encodingVersion]) => ({
    apiServerID,
    encodingVersion,
  }));
  const status = { storageVersions, ...(common !== undefined && { commonEncodingVersion: common }) };
  return { metadata: { name: 'a' }, spec: {}, status } as unknown as StorageVersion;
}

const isLive = (server: string): boolean => server.startsWith('live');

test('records of live servers stay as they are', () => {
  const object = version({ live: 'v1', 'live too': 'v2' });
  expect(liveVersions(object, isLive, noon)).toBe(object);
});

test('nothing is left without live servers', () => {
  expect(liveVersions(version({ gone: 'v1' }), isLive, noon)).toBeUndefined();
});

test('the servers that are left may agree', () => {
  const { status } = liveVersions(version({ live: 'v1', gone: 'v2', 'live too': 'v1' }), isLive, noon)!;
  expect(status).toMatchObject({
    commonEncodingVersion: 'v1',
    storageVersions: [{ apiServerID: 'live' }, { apiServerID: 'live too' }],
    conditions: [
      {
        type: 'AllEncodingVersionsEqual',
        status: 'True',
        reason: 'CommonEncodingVersionSet',
        message: 'Common encoding version set',
        lastTransitionTime: '2030-01-01T12:00:00Z',
      },
    ],
  });
});

test('or not', () => {
  const { status } = liveVersions(version({ live: 'v1', gone: 'v1', 'live too': 'v2' }, 'v1'), isLive, noon)!;
  expect(status).not.toHaveProperty('commonEncodingVersion');
  expect(status.conditions).toMatchObject([{ status: 'False', reason: 'CommonEncodingVersionUnset' }]);
});
