// Follows pkg/registry/core/persistentvolume/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PersistentVolume } from '../../../../api/core/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, isSameTime } from '../../../../apimachinery/meta/index.js';
import { type Replacement, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadataUpdate } from '../../../validation.js';
import { dropAttributesClass } from '../attributes-classes.js';
import { accessModesText, phaseText, storageClassOf } from '../volumes.js';
import { validateVolume, validateVolumeUpdate } from './validation.js';
import { volumeWarnings } from './warnings.js';

export const persistentVolumes = builtInResource<PersistentVolume>('v1', 'PersistentVolume', {
  plural: 'persistentvolumes',
  shortNames: ['pv'],
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('Capacity', ({ spec }) => spec.capacity?.['storage'] ?? '0', { field: 'spec.capacity' }),
    textColumn('Access Modes', ({ spec }) => accessModesText(spec.accessModes), { field: 'spec.accessModes' }),
    textColumn('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
    textColumn('Status', phaseText, { field: 'status.phase' }),
    textColumn('Claim', claimText, { field: 'spec.claimRef' }),
    textColumn('StorageClass', (volume) => storageClassOf(volume) ?? '', 'StorageClass of the pv'),
    textColumn('VolumeAttributesClass', 'spec.volumeAttributesClassName', {
      description: 'VolumeAttributesClass of the pv',
      unset: '<unset>',
    }),
    textColumn('Reason', 'status.reason'),
    ageColumn,
    textColumn('VolumeMode', 'spec.volumeMode', { unset: '<unset>', wide: true }),
  ],
  applyDefaults,
  strategies: specAndStatus<PersistentVolume>(
    {
      returnsDeletedObject: true,
      prepareForCreate: (volume, { features }) => {
        volume.status = { phase: 'Pending', lastPhaseTransitionTime: formatTime(systemClock.now()) };
        dropAttributesClass({ object: volume.spec, features });
      },
      prepareForUpdate: ({ object, old }, { features }) =>
        dropAttributesClass({ object: object.spec, old: old.spec, features }),
      validate: validateVolume,
      validateUpdate: validateVolumeUpdate,
      warningsOnCreate: volumeWarnings,
      warningsOnUpdate: ({ object }) => volumeWarnings(object),
    },
    {
      generation: 'absent',
      statusKeeps: [],
      prepareStatus: noteTransition,
      validateStatus: ({ object }, context) => validateMetadataUpdate(object, context),
    },
  ),
});

function applyDefaults(volume: PersistentVolume): void {
  const { spec } = volume;
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  if (spec.hostPath) spec.hostPath.type ??= '';
  volume.status.phase ||= 'Pending';
}

/** Sets the transition time when the phase changes, unless the client sets it. */
function noteTransition({ object, old }: Replacement<PersistentVolume>): void {
  const { phase, lastPhaseTransitionTime: given } = object.status;
  const { lastPhaseTransitionTime: known } = old.status;
  const isSame = phase === old.status.phase;
  if (given !== undefined && (isSame || !isSameTime(given, known))) return;
  const time = isSame ? known : formatTime(systemClock.now());
  if (time !== undefined) object.status = { ...object.status, lastPhaseTransitionTime: time };
}

function claimText({ spec: { claimRef } }: PersistentVolume): string {
  return claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '';
}
