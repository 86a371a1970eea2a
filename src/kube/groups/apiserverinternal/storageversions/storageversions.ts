// Follows pkg/registry/apiserverinternal/storageversion/strategy.go (v1.36)

import type { StorageVersion } from '../../../../api/apiserverinternal/v1alpha1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { checkStorageVersionName, validateStatus, validateStorageVersion } from './validation.js';

/** The version in which API servers store a resource. */
export const storageVersions = builtInResource<StorageVersion>('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion', {
  plural: 'storageversions',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn<StorageVersion>('CommonEncodingVersion', 'status.commonEncodingVersion', { unset: '<unset>' }),
    textColumn<StorageVersion>('StorageVersions', storageVersionsText, { field: 'status.storageVersions' }),
    ageColumn,
  ],
  strategies: specAndStatus<StorageVersion>(
    {
      nameRule: checkStorageVersionName,
      allowUnconditionalUpdate: false,
      validate: validateStorageVersion,
    },
    { generation: 'absent', validateStatus: ({ object }) => validateStatus(object.status) },
  ),
});

function storageVersionsText({ status: { storageVersions: servers = [] } }: StorageVersion): string {
  return listWithMore(servers.map(({ apiServerID = '', encodingVersion = '' }) => `${apiServerID}=${encodingVersion}`));
}
