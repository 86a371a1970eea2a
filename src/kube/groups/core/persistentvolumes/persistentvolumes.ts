import { systemClock } from '../../../../apimachinery/clock/index.js';
import {
  annotationsOf,
  formatTime,
  isSameTime,
  type JsonObject,
  metadataOf,
} from '../../../../apimachinery/meta/index.js';
import { defineResource, type Replacement, type Strategy } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { accessModesText } from '../access-modes.js';
import { validateVolume, validateVolumeUpdate } from './validation.js';
import { specOf, statusOf } from './volume.js';
import { classAnnotation, volumeWarnings } from './warnings.js';

const { main, status: statusOnly } = withStatusApart(
  {
    returnsDeletedObject: true,
    prepareForCreate: (volume) => {
      volume['status'] = { phase: 'Pending', lastPhaseTransitionTime: formatTime(systemClock.now()) };
    },
    validate: validateVolume,
    validateUpdate: validateVolumeUpdate,
    warningsOnCreate: volumeWarnings,
    warningsOnUpdate: ({ object }) => volumeWarnings(object),
  },
  { generation: 'absent', metadata: 'changeable', validateStatus: () => [] },
);

const status: Strategy = {
  ...statusOnly,
  prepareForUpdate: (change, context) => {
    statusOnly.prepareForUpdate?.(change, context);
    noteTransition(change);
  },
};

export const persistentVolumes = defineResource({
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  shortNames: ['pv'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('v1', 'PersistentVolume', {
      columns: [
        nameColumn,
        textColumn('Capacity', (volume) => specOf(volume).capacity?.['storage'] ?? '0'),
        textColumn('Access Modes', (volume) => accessModesText(specOf(volume).accessModes ?? [])),
        textColumn('Reclaim Policy', (volume) => specOf(volume).persistentVolumeReclaimPolicy ?? ''),
        textColumn('Status', phaseText),
        textColumn('Claim', claimText),
        textColumn('StorageClass', classText),
        textColumn('VolumeAttributesClass', (volume) => specOf(volume).volumeAttributesClassName ?? '<unset>'),
        textColumn('Reason', (volume) => statusOf(volume).reason ?? ''),
        ageColumn,
        textColumn('VolumeMode', (volume) => specOf(volume).volumeMode ?? '<unset>', { wide: true }),
      ],
      applyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function applyDefaults(volume: JsonObject): void {
  const spec = specOf(volume);
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  if (spec.hostPath) spec.hostPath.type ??= '';
  if (volume['status']) statusOf(volume).phase ||= 'Pending';
}

/** Sets the transition time when the phase changes, unless the client sets it. */
function noteTransition({ object, old }: Replacement): void {
  const [after, before] = [statusOf(object), statusOf(old)];
  const { lastPhaseTransitionTime: said } = after;
  const known = before.lastPhaseTransitionTime;
  const isSame = after.phase === before.phase;
  if (said !== undefined && (isSame || !isSameTime(said, known))) return;
  const time = isSame ? known : formatTime(systemClock.now());
  if (time !== undefined) object['status'] = { ...(object['status'] as JsonObject), lastPhaseTransitionTime: time };
}

function classText(volume: JsonObject): string {
  return annotationsOf(volume)[classAnnotation] ?? specOf(volume).storageClassName ?? '';
}

function phaseText(volume: JsonObject): string {
  return metadataOf(volume).deletionTimestamp ? 'Terminating' : (statusOf(volume).phase ?? '');
}

function claimText(volume: JsonObject): string {
  const { claimRef } = specOf(volume);
  return claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '';
}
