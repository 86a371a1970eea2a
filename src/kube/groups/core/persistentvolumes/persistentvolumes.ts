// Follows pkg/registry/core/persistentvolume/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/api/persistentvolume/util.go (v1.36)

import type { PersistentVolume, PersistentVolumeSource } from '../../../../api/core/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, isSameTime } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nodeSelectorTermWarnings } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadataUpdate } from '../../../validation.js';
import { dropAttributesClass } from '../attributes-classes.js';
import { accessModesText, classAnnotation, phaseText, storageClassOf } from '../volumes.js';
import { validateVolume, validateVolumeUpdate } from './validation.js';

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

const deprecatedAnnotations: Readonly<Record<string, string>> = {
  [classAnnotation]: 'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** By source field; with the name in upstream's message where it differs. */
const deprecatedSources: readonly (readonly [field: keyof PersistentVolumeSource, message: string, shown?: string])[] =
  [
    ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
    ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
    ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
    ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
    ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
    ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
  ];

const recycled =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

/** Warns of deprecated fields of a volume. */
function volumeWarnings({ metadata: { annotations = {} }, spec }: PersistentVolume): string[] {
  const { persistentVolumeReclaimPolicy: policy, nodeAffinity } = spec;
  const path = FieldPath.of('spec');
  const terms = path.child('nodeAffinity', 'required', 'nodeSelectorTerms');
  return [
    ...Object.entries(deprecatedAnnotations)
      .filter(([key]) => annotations[key] !== undefined)
      .map(([key, message]) => `${FieldPath.of('metadata', 'annotations').key(key)}: ${message}`),
    ...(policy === 'Recycle' ? [`${path.child('persistentVolumeReclaimPolicy')}: ${recycled}`] : []),
    ...(nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeSelectorTermWarnings(term, terms.index(index), { checksValues: false }),
    ),
    ...deprecatedSources
      .filter(([field]) => spec[field] !== undefined)
      .map(([field, message, shown = field]) => `${path.child(shown)}: ${message}`),
  ];
}
