// Follows pkg/registry/core/persistentvolumeclaim/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PersistentVolumeClaim } from '../../../../api/core/v1.js';
import { defineResource, type Strategy, specAndStatus } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { accessModesText } from '../access-modes.js';
import { dropAttributesClass, dropAttributesStatus } from '../attributes-classes.js';
import { mirrorDataSources, settleDataSources } from './data-sources.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js';
import { claimWarnings, classAnnotation } from './warnings.js';

const { main, status: statusOnly } = specAndStatus<PersistentVolumeClaim>(
  {
    returnsDeletedObject: true,
    prepareForCreate: (claim, { features }) => {
      claim.status = { phase: 'Pending' };
      claim.spec = settleDataSources(claim.spec, { features });
      dropAttributesClass(claim.spec, features);
    },
    prepareForUpdate: ({ object, old }, { features }) => {
      object.spec = settleDataSources(object.spec, { features, old: old.spec });
      dropAttributesClass(object.spec, features, old.spec);
    },
    validate: validateClaim,
    validateUpdate: validateClaimUpdate,
    warningsOnCreate: claimWarnings,
    warningsOnUpdate: ({ object }) => claimWarnings(object),
  },
  { generation: 'absent', statusKeeps: [], validateStatus: validateClaimStatus },
);

const status: Strategy<PersistentVolumeClaim> = {
  ...statusOnly,
  prepareForUpdate: (change, context) => {
    statusOnly.prepareForUpdate?.(change, context);
    dropAttributesStatus(change.object.status, context.features, change.old.status);
  },
};

export const persistentVolumeClaims = defineResource<PersistentVolumeClaim>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion<PersistentVolumeClaim>('v1', 'PersistentVolumeClaim', {
      columns: [
        nameColumn,
        textColumn('Status', phaseText, { description: ['core/v1.PersistentVolumeClaimStatus', 'phase'] }),
        textColumn('Volume', ({ spec }) => spec.volumeName ?? '', {
          description: ['core/v1.PersistentVolumeClaimSpec', 'volumeName'],
        }),
        textColumn('Capacity', (claim) => (isBound(claim) ? (claim.status.capacity?.['storage'] ?? '0') : ''), {
          description: ['core/v1.PersistentVolumeClaimStatus', 'capacity'],
        }),
        textColumn('Access Modes', (claim) => (isBound(claim) ? accessModesText(claim.status.accessModes ?? []) : ''), {
          description: ['core/v1.PersistentVolumeClaimStatus', 'accessModes'],
        }),
        textColumn('StorageClass', classText, { description: 'StorageClass of the pvc' }),
        textColumn('VolumeAttributesClass', ({ spec }) => spec.volumeAttributesClassName ?? '<unset>', {
          description: 'VolumeAttributesClass of the pvc',
        }),
        ageColumn,
        textColumn('VolumeMode', ({ spec }) => spec.volumeMode ?? '<unset>', {
          wide: true,
          description: ['core/v1.PersistentVolumeClaimSpec', 'volumeMode'],
        }),
      ],
      applyDefaults: ({ spec, status }) => {
        spec.volumeMode ??= 'Filesystem';
        status.phase ||= 'Pending';
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
  defaultOnRead: ({ spec }) => mirrorDataSources(spec),
});

function classText({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[classAnnotation] ?? spec.storageClassName ?? '';
}

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName);
}

function phaseText({ metadata, status: { phase = '' } }: PersistentVolumeClaim): string {
  return metadata.deletionTimestamp ? 'Terminating' : phase;
}
