// Follows pkg/controller/storageversiongc/gc_controller.go (v1.36)
import type { StorageVersion } from '../../api/apiserverinternal/v1alpha1.js';
import { withRecords } from '../../client/storage-version/index.js';

/**
 * Returns the storage version without the records of servers that are gone: undefined if all of them are, the same
 * object if none is.
 */
export function liveVersions(
  version: StorageVersion,
  isLive: (server: string) => boolean,
  now: number,
): StorageVersion | undefined {
  const records = version.status.storageVersions ?? [];
  const live = records.filter(({ apiServerID }) => isLive(apiServerID ?? ''));
  if (live.length === records.length) return version;
  return live.length === 0 ? undefined : withRecords(version, live, now);
}
