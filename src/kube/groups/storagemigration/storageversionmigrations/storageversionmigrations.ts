// Follows pkg/registry/storagemigration/storagemigration/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { StorageVersionMigration } from '../../../../api/storagemigration/v1beta1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { validateMigration, validateMigrationStatus, validateMigrationUpdate } from './validation.js';

/** A request to rewrite the stored objects of a resource; kube-controller-manager does so. */
export const storageVersionMigrations = builtInResource<StorageVersionMigration>(
  'storagemigration.k8s.io/v1beta1',
  'StorageVersionMigration',
  {
    plural: 'storageversionmigrations',
    scope: 'Cluster',
    featureGate: 'StorageVersionMigrator',
    introduced: '1.35',
    columns: [
      { ...nameColumn, format: '' },
      textColumn<StorageVersionMigration>('Resource', resourceText, 'GroupResource to migrate'),
      textColumn<StorageVersionMigration>('Status', statusText, 'Status of the migration'),
    ],
    strategies: specAndStatus<StorageVersionMigration>(
      { allowUnconditionalUpdate: false, validate: validateMigration, validateUpdate: validateMigrationUpdate },
      { generation: 'absent', validateStatus: validateMigrationStatus },
    ),
  },
);

function resourceText({ spec: { resource } }: StorageVersionMigration): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

const states = ['Running', 'Failed', 'Succeeded'];

function statusText({ status: { conditions = [] } }: StorageVersionMigration): string {
  return conditions.findLast(({ type, status: value }) => value === 'True' && states.includes(type))?.type ?? 'Unknown';
}
