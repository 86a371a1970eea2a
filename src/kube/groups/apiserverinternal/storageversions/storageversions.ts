// Follows pkg/registry/apiserverinternal/storageversion/strategy.go (v1.36)

import type { StorageVersion } from '../../../../api/apiserverinternal/v1alpha1.js';
import { defineResource, specAndStatus } from '../../../../server/registry/index.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { earlierVersion } from '../../../types/index.js';
import { checkStorageVersionName, validateStatus, validateStorageVersion } from './validation.js';

const { main, status } = specAndStatus<StorageVersion>(
  {
    nameRule: checkStorageVersionName,
    allowUnconditionalUpdate: false,
    validate: validateStorageVersion,
  },
  { generation: 'absent', validateStatus: ({ object }) => validateStatus(object.status) },
);

/** The version in which API servers store a resource. */
export const storageVersions = defineResource<StorageVersion>({
  kind: 'StorageVersion',
  plural: 'storageversions',
  scope: 'Cluster',
  versions: {
    v1alpha1: earlierVersion('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion', {
      columns: [
        nameColumn,
        textColumn<StorageVersion>(
          'CommonEncodingVersion',
          (version) => version.status.commonEncodingVersion ?? '<unset>',
          { description: ['apiserverinternal/v1alpha1.StorageVersionStatus', 'commonEncodingVersion'] },
        ),
        textColumn<StorageVersion>('StorageVersions', storageVersionsText, {
          description: ['apiserverinternal/v1alpha1.StorageVersionStatus', 'storageVersions'],
        }),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function storageVersionsText({ status: { storageVersions: servers = [] } }: StorageVersion): string {
  return listWithMore(servers.map(({ apiServerID = '', encodingVersion = '' }) => `${apiServerID}=${encodingVersion}`));
}
