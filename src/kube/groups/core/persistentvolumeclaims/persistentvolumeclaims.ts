// Follows pkg/registry/core/persistentvolumeclaim/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PersistentVolumeClaim } from '../../../../api/core/v1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { dropAttributesClass, dropAttributesStatus } from '../attributes-classes.js';
import { accessModesText, phaseText, storageClassOf } from '../volumes.js';
import { mirrorDataSources, settleDataSources } from './data-sources.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js';
import { claimWarnings } from './warnings.js';

export const persistentVolumeClaims = builtInResource<PersistentVolumeClaim>('v1', 'PersistentVolumeClaim', {
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Status', phaseText, { field: 'status.phase' }),
    textColumn('Volume', 'spec.volumeName'),
    textColumn('Capacity', (claim) => (isBound(claim) ? (claim.status.capacity?.['storage'] ?? '0') : ''), {
      field: 'status.capacity',
    }),
    textColumn('Access Modes', (claim) => (isBound(claim) ? accessModesText(claim.status.accessModes) : ''), {
      field: 'status.accessModes',
    }),
    textColumn('StorageClass', (claim) => storageClassOf(claim) ?? '', 'StorageClass of the pvc'),
    textColumn('VolumeAttributesClass', 'spec.volumeAttributesClassName', {
      description: 'VolumeAttributesClass of the pvc',
      unset: '<unset>',
    }),
    ageColumn,
    textColumn('VolumeMode', 'spec.volumeMode', { unset: '<unset>', wide: true }),
  ],
  applyDefaults: ({ spec, status }) => {
    spec.volumeMode ??= 'Filesystem';
    status.phase ||= 'Pending';
  },
  strategies: specAndStatus<PersistentVolumeClaim>(
    {
      returnsDeletedObject: true,
      prepareForCreate: (claim, { features }) => {
        claim.status = { phase: 'Pending' };
        claim.spec = settleDataSources(claim.spec, { features });
        dropAttributesClass({ object: claim.spec, features });
      },
      prepareForUpdate: ({ object, old }, { features }) => {
        object.spec = settleDataSources(object.spec, { features, old: old.spec });
        dropAttributesClass({ object: object.spec, old: old.spec, features });
      },
      validate: validateClaim,
      validateUpdate: validateClaimUpdate,
      warningsOnCreate: claimWarnings,
      warningsOnUpdate: ({ object }) => claimWarnings(object),
    },
    {
      generation: 'absent',
      statusKeeps: [],
      prepareStatus: ({ object, old }, { features }) =>
        dropAttributesStatus({ object: object.status, old: old.status, features }),
      validateStatus: validateClaimStatus,
    },
  ),
  defaultOnRead: ({ spec }) => mirrorDataSources(spec),
});

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName);
}
