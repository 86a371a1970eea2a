// Follows pkg/registry/storage/rest/storage_storage.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { csiDrivers } from './csidrivers/csidrivers.js';
import { csiNodes } from './csinodes/csinodes.js';
import { csiStorageCapacities } from './csistoragecapacities/csistoragecapacities.js';
import { storageClasses } from './storageclasses/storageclasses.js';
import { volumeAttachments } from './volumeattachments/volumeattachments.js';
import { volumeAttributesClasses } from './volumeattributesclasses/volumeattributesclasses.js';

export const storage = defineGroup({
  name: 'storage.k8s.io',
  resources: [csiDrivers, csiNodes, csiStorageCapacities, storageClasses, volumeAttachments, volumeAttributesClasses],
});
