// Follows pkg/controller/volume/persistentvolume/pv_controller.go (v1.36)
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { referenceTo } from '../events/reference.js';
import {
  classOfClaim,
  defaultClass,
  findVolume,
  hasClass,
  isBoundTo,
  mismatch,
  selectedNodeAnnotation,
  waitsForConsumer,
} from './volume-matching.js';

export const bindCompleted = 'pv.kubernetes.io/bind-completed';
export const boundByController = 'pv.kubernetes.io/bound-by-controller';

export interface BinderEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** What is to be done about a claim. */
export type ClaimPlan =
  | { readonly action: 'bind'; readonly volume: PersistentVolume }
  | { readonly action: 'assign-class'; readonly storageClass: string }
  | { readonly action: 'provision'; readonly storageClass: StorageClass | undefined }
  | { readonly action: 'wait'; readonly event?: BinderEvent; readonly error?: string }
  | { readonly action: 'lose'; readonly event: BinderEvent };

export interface ClaimInput {
  readonly claim: PersistentVolumeClaim;
  volumeNamed(name: string): PersistentVolume | undefined;
  /** Those that may match. */
  volumes(): Iterable<PersistentVolume>;
  classes(): readonly StorageClass[];
  /** Names of pods that use the claim and have no node. */
  waitingPods(): readonly string[];
}

export function planClaim(input: ClaimInput): ClaimPlan {
  const { claim } = input;
  if (claim.metadata.annotations?.[bindCompleted] !== undefined) return planBound(input);
  return claim.spec.volumeName ? planNamed(input, claim.spec.volumeName) : planUnbound(input);
}

function planUnbound({ claim, volumes, classes, waitingPods }: ClaimInput): ClaimPlan {
  const className = classOfClaim(claim);
  const storageClass = classes().find(({ metadata }) => metadata.name === className);
  const isDelayed = waitsForConsumer(storageClass);
  const volume = findVolume(claim, volumes(), { isDelayed });
  if (volume) return { action: 'bind', volume };
  const assigned = hasClass(claim) ? undefined : defaultClass(classes())?.metadata.name;
  if (assigned !== undefined) return { action: 'assign-class', storageClass: assigned };
  if (isDelayed && claim.metadata.annotations?.[selectedNodeAnnotation] === undefined)
    return { action: 'wait', event: consumerEvent(waitingPods()) };
  if (className !== '') return { action: 'provision', storageClass };
  const message = 'no persistent volumes available for this claim and no storage class is set';
  return { action: 'wait', event: { type: 'Normal', reason: 'FailedBinding', message } };
}

function consumerEvent(pods: readonly string[]): BinderEvent {
  if (pods.length === 0) {
    const message = 'waiting for first consumer to be created before binding';
    return { type: 'Normal', reason: 'WaitForFirstConsumer', message };
  }
  const message = `waiting for ${pods.length > 1 ? 'pods' : 'pod'} ${pods.join(',')} to be scheduled`;
  return { type: 'Normal', reason: 'WaitForPodScheduled', message };
}

/** A user has chosen the volume, or the controller was interrupted. */
function planNamed({ claim, volumeNamed }: ClaimInput, name: string): ClaimPlan {
  const volume = volumeNamed(name);
  if (!volume) return { action: 'wait' };
  if (!volume.spec.claimRef) {
    const reason = mismatch(volume, claim);
    if (reason === undefined) return { action: 'bind', volume };
    const message = `Cannot bind to requested volume ${JSON.stringify(name)}: ${reason}`;
    return { action: 'wait', event: { type: 'Warning', reason: 'VolumeMismatch', message } };
  }
  if (isBoundTo(volume, claim)) return { action: 'bind', volume };
  const message = `volume ${JSON.stringify(name)} already bound to a different claim.`;
  const event: BinderEvent = { type: 'Warning', reason: 'FailedBinding', message };
  if (claim.metadata.annotations?.[boundByController] === undefined) return { action: 'wait', event };
  const { namespace, name: other } = volume.spec.claimRef;
  const key = JSON.stringify(`${claim.metadata.namespace}/${claim.metadata.name}`);
  const error = `invalid binding of claim ${key} to volume ${JSON.stringify(name)}: volume already claimed by ${JSON.stringify(`${namespace}/${other}`)}`;
  return { action: 'wait', event, error };
}

function planBound({ claim, volumeNamed }: ClaimInput): ClaimPlan {
  const { volumeName } = claim.spec;
  const lost = (message: string): ClaimPlan => {
    return { action: 'lose', event: { type: 'Warning', reason: 'ClaimLost', message } };
  };
  if (!volumeName) return lost('Bound claim has lost reference to PersistentVolume. Data on the volume is lost!');
  const volume = volumeNamed(volumeName);
  if (!volume) return lost('Bound claim has lost its PersistentVolume. Data on the volume is lost!');
  const { claimRef } = volume.spec;
  if (!claimRef || claimRef.uid === claim.metadata.uid) return { action: 'bind', volume };
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
  return { action: 'lose', event: { type: 'Warning', reason: 'ClaimMisbound', message } };
}

/** The volume with a reference to the claim; undefined: it has one. */
export function boundVolume(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume | undefined {
  const { claimRef } = volume.spec;
  const { name, namespace, uid } = claim.metadata;
  const isReferring = claimRef?.name === name && claimRef?.namespace === namespace && claimRef?.uid === uid;
  if (isReferring) return undefined;
  const isOwn = isBoundTo(volume, claim);
  const annotations = { ...volume.metadata.annotations, ...(!isOwn && { [boundByController]: 'yes' }) };
  return {
    ...volume,
    metadata: { ...volume.metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { ...volume.spec, claimRef: referenceTo({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' }) },
  };
}

/** The claim with the name of the volume; undefined: it has that. */
export function boundClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): PersistentVolumeClaim | undefined {
  const { annotations = {} } = claim.metadata;
  const { name = '' } = volume.metadata;
  const isNamed = claim.spec.volumeName === name;
  if (isNamed && annotations[bindCompleted] !== undefined) return undefined;
  const wanted = { ...annotations, ...(!isNamed && { [boundByController]: 'yes' }), [bindCompleted]: 'yes' };
  return {
    ...claim,
    metadata: { ...claim.metadata, annotations: wanted },
    spec: { ...claim.spec, volumeName: name },
  };
}

/** The status of a claim, with what its volume has; undefined: it has that. */
export function claimStatus(
  { status = {} }: PersistentVolumeClaim,
  phase: 'Bound' | 'Lost' | 'Pending',
  volume?: PersistentVolume,
): PersistentVolumeClaim['status'] | undefined {
  const { accessModes: _modes, capacity, currentVolumeAttributesClassName: attributes, ...rest } = status;
  const isNew = status.phase !== phase;
  let wanted: PersistentVolumeClaim['status'] = { ...rest, phase };
  if (volume) {
    const { accessModes, capacity: provided, volumeAttributesClassName } = volume.spec;
    const current = status.phase === 'Pending' && phase === 'Bound' ? volumeAttributesClassName : attributes;
    const kept = isNew ? provided : capacity;
    wanted = {
      ...wanted,
      ...(accessModes && { accessModes }),
      ...(kept && { capacity: kept }),
      ...(current !== undefined && { currentVolumeAttributesClassName: current }),
    };
  }
  return jsonEqual(wanted as never, status as never) ? undefined : wanted;
}
