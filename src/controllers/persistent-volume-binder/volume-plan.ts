// Follows pkg/controller/volume/persistentvolume/pv_controller.go (v1.36)
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/core/v1.js';
import { type BinderEvent, boundByController } from './claim-plan.js';
import { haveSameMode } from './volume-matching.js';

const provisionedBy = 'pv.kubernetes.io/provisioned-by';
export const migratedTo = 'pv.kubernetes.io/migrated-to';

export type VolumePhase = 'Available' | 'Bound' | 'Failed' | 'Released';

/** What is to be done about a volume. */
export type VolumePlan =
  | { readonly action: 'set-phase'; readonly phase: 'Available' | 'Bound' }
  | { readonly action: 'reclaim' }
  | { readonly action: 'bind-claim' }
  | { readonly action: 'mismatch'; readonly ofVolume: BinderEvent; readonly ofClaim: BinderEvent }
  | { readonly action: 'unbind' };

/** `claim`: the one that the volume refers to, by its uid too. */
export function planVolume(volume: PersistentVolume, claim: PersistentVolumeClaim | undefined): VolumePlan {
  const { metadata, spec } = volume;
  if (!spec.claimRef?.uid) return { action: 'set-phase', phase: 'Available' };
  if (!claim) return { action: 'reclaim' };
  const { volumeName = '' } = claim.spec;
  if (volumeName === metadata.name) return { action: 'set-phase', phase: 'Bound' };
  if (volumeName === '') return haveSameMode(volume, claim) ? { action: 'bind-claim' } : modeMismatch(volume, claim);
  const isProvisioned = metadata.annotations?.[provisionedBy] !== undefined;
  return isProvisioned && spec.persistentVolumeReclaimPolicy === 'Delete'
    ? { action: 'reclaim' }
    : { action: 'unbind' };
}

function modeMismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): VolumePlan {
  const about = { type: 'Warning', reason: 'VolumeMismatch' } as const;
  const [claimName, volumeName] = [JSON.stringify(claim.metadata.name), JSON.stringify(volume.metadata.name)];
  return {
    action: 'mismatch',
    ofVolume: {
      ...about,
      message: `Cannot bind PersistentVolume to requested PersistentVolumeClaim ${claimName} due to incompatible volumeMode.`,
    },
    ofClaim: {
      ...about,
      message: `Cannot bind PersistentVolume ${volumeName} to requested PersistentVolumeClaim due to incompatible volumeMode.`,
    },
  };
}

/** The volume as it was before the controller bound it: a user's choice of the claim stays. */
export function unboundVolume(volume: PersistentVolume): PersistentVolume {
  const { claimRef, ...spec } = volume.spec;
  const { [boundByController]: isByController, ...annotations } = volume.metadata.annotations ?? {};
  if (isByController === undefined) {
    const { uid: _uid, ...reference } = claimRef ?? {};
    return { ...volume, spec: { ...spec, claimRef: reference } };
  }
  const { annotations: _annotations, ...metadata } = volume.metadata;
  const hasAnnotations = Object.keys(annotations).length > 0;
  return { ...volume, metadata: { ...metadata, ...(hasAnnotations && { annotations }) }, spec };
}

export type Reclaim =
  | { readonly action: 'nothing' }
  | { readonly action: 'delete' }
  | { readonly action: 'fail'; readonly reason: string; readonly message: string };

/** What happens to a volume whose claim is gone. */
export function planReclaim({ metadata, spec }: PersistentVolume): Reclaim {
  if (metadata.annotations?.[migratedTo]) return { action: 'nothing' };
  switch (spec.persistentVolumeReclaimPolicy) {
    case 'Retain':
      return { action: 'nothing' };
    case 'Delete':
      return planDeletion({ metadata, spec } as PersistentVolume);
    case 'Recycle':
      // Recyclers are pods that delete files: there are none here.
      return { action: 'fail', reason: 'VolumeFailedRecycle', message: 'No recycler plugin found for the volume!' };
    default: {
      const message = 'Volume has unrecognized PersistentVolumeReclaimPolicy';
      return { action: 'fail', reason: 'VolumeUnknownReclaimPolicy', message };
    }
  }
}

const inTreePrefix = 'kubernetes.io/';
const hostPathPlugin = 'kubernetes.io/host-path';

/** Others delete the volumes of external provisioners, and of CSI. Files of a host path are not touched. */
function planDeletion({ metadata, spec }: PersistentVolume): Reclaim {
  const failed = (message: string): Reclaim => ({ action: 'fail', reason: 'VolumeFailedDelete', message });
  const provisioner = metadata.annotations?.[provisionedBy];
  if (provisioner && !provisioner.startsWith(inTreePrefix)) return { action: 'nothing' };
  if (provisioner && provisioner !== hostPathPlugin) return failed(`no volume plugin matched name: ${provisioner}`);
  if (!provisioner && spec.csi) return { action: 'nothing' };
  if (!spec.hostPath) {
    const about = `error getting deleter volume plugin for volume ${JSON.stringify(metadata.name)}`;
    return failed(`${about}: ${spec.nfs ? 'no deletable volume plugin matched' : 'no volume plugin matched'}`);
  }
  const { path } = spec.hostPath;
  if (/\/tmp\/./.test(path)) return { action: 'delete' };
  return failed(`host_path deleter only supports /tmp/.+ but received provided ${path}`);
}
