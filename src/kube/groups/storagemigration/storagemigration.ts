// Follows pkg/registry/storagemigration/rest/storage_storagemigration.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { storageVersionMigrations } from './storageversionmigrations/storageversionmigrations.js';

export const storageMigration = defineGroup({
  name: 'storagemigration.k8s.io',
  resources: [storageVersionMigrations],
});
