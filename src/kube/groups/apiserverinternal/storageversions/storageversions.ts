import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { earlierVersion } from '../../../types/index.js';
import { checkStorageVersionName, statusOf, validateStorageVersion } from './validation.js';

const { main, status } = withStatusApart(
  { nameRule: checkStorageVersionName, allowUnconditionalUpdate: false, validate: validateStorageVersion },
  { generation: 'absent', metadata: 'kept', validateStatus: ({ object }) => validateStorageVersion(object) },
);

/** The version in which API servers store a resource. */
export const storageVersions = defineResource({
  kind: 'StorageVersion',
  plural: 'storageversions',
  scope: 'Cluster',
  versions: {
    v1alpha1: earlierVersion('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion', {
      columns: [
        nameColumn,
        textColumn('CommonEncodingVersion', (version) => statusOf(version).commonEncodingVersion ?? '<unset>'),
        textColumn('StorageVersions', (version) =>
          listWithMore(
            (statusOf(version).storageVersions ?? []).map(
              ({ apiServerID = '', encodingVersion = '' }) => `${apiServerID}=${encodingVersion}`,
            ),
          ),
        ),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
