// Follows pkg/controlplane/apiserver/aggregator.go (v1.36)

import { awaitStorageVersions, StorageVersionUpdates } from '../kube/storage-versions/index.js';
import type { Filter } from '../server/filters/index.js';
import type { SharedServer } from '../server/index.js';

/**
 * Publishes the storage versions of the servers when they start. Returns the filter, the last one of the chain, that
 * makes writes wait for that; undefined without the feature StorageVersionAPI.
 */
export function publishStorageVersions(shared: SharedServer, serverId: string): Filter | undefined {
  const { features, lifecycle, loopback, onError } = shared;
  if (!features.isEnabled('StorageVersionAPI') || !features.isEnabled('APIServerIdentity')) return undefined;
  const resources = () => shared.resources;
  const updates = new StorageVersionUpdates({ client: loopback.client, serverId, resources, onError });
  lifecycle.addPostStartHook('built-in-resources-storage-version-updater', ({ signal }) => updates.run(signal));
  return { name: 'awaitStorageVersions', handle: awaitStorageVersions(updates) };
}
