// Follows staging/src/k8s.io/component-helpers/storage/volume/helpers.go (v1.36)
// Follows staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go (v1.36)
import type { Node, PersistentVolume, PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { matchesTerm } from '../workload/node-matching.js';

export const selectedNodeAnnotation = 'volume.kubernetes.io/selected-node';
const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';
const defaultClassAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

export function classOfClaim({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[betaClassAnnotation] ?? spec.storageClassName ?? '';
}

export function hasClass({ metadata, spec }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[betaClassAnnotation] !== undefined || spec.storageClassName !== undefined;
}

export function classOfVolume({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations?.[betaClassAnnotation] ?? spec.storageClassName ?? '';
}

/** The newest of the default classes. */
export function defaultClass(classes: readonly StorageClass[]): StorageClass | undefined {
  const created = ({ metadata }: StorageClass): string => metadata.creationTimestamp ?? '';
  return classes
    .filter(({ metadata }) => defaultClassAnnotations.some((key) => metadata.annotations?.[key] === 'true'))
    .sort((a, b) => {
      if (created(a) !== created(b)) return created(a) > created(b) ? -1 : 1;
      return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
    })[0];
}

export function waitsForConsumer(storageClass: StorageClass | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Whether the volume refers to the claim; a reference by a user has no uid. */
export function isBoundTo({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { claimRef } = spec;
  if (claimRef?.name !== metadata.name || claimRef?.namespace !== metadata.namespace) return false;
  return !claimRef?.uid || claimRef.uid === metadata.uid;
}

/** Why the volume cannot be bound to the claim that names it; undefined: it can. */
export function mismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (volume.metadata.deletionTimestamp)
    return `the volume is marked for deletion ${JSON.stringify(volume.metadata.name)}`;
  if (capacityOf(volume).compare(requestOf(claim)) < 0) return 'requested PV is too small';
  if (classOfVolume(volume) !== classOfClaim(claim)) return 'storageClassName does not match';
  if (!haveSameAttributes(volume, claim)) return 'volumeAttributesClassName does not match';
  if (!haveSameMode(volume, claim)) return 'incompatible volumeMode';
  return hasAccessModes(volume, claim) ? undefined : 'incompatible accessMode';
}

export function haveSameMode({ spec: volume }: PersistentVolume, { spec: claim }: PersistentVolumeClaim): boolean {
  return (volume.volumeMode ?? 'Filesystem') === (claim.volumeMode ?? 'Filesystem');
}

function haveSameAttributes({ spec: volume }: PersistentVolume, { spec: claim }: PersistentVolumeClaim): boolean {
  return (volume.volumeAttributesClassName ?? '') === (claim.volumeAttributesClassName ?? '');
}

function hasAccessModes({ spec: volume }: PersistentVolume, { spec: claim }: PersistentVolumeClaim): boolean {
  return (claim.accessModes ?? []).every((mode) => volume.accessModes?.includes(mode));
}

export function isVolumeReachable({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec.nodeAffinity?.required;
  return required === undefined || (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term));
}

interface MatchOptions {
  /** The scheduler binds the claim: only a volume that refers to it already matches. */
  readonly isDelayed?: boolean;
  /** Only volumes that this node can reach. */
  readonly node?: Node;
}

/**
 * The volume that refers to the claim; otherwise, of those with the fewest access modes that are enough, the smallest
 * one that is large enough.
 */
export function findVolume(
  claim: PersistentVolumeClaim,
  volumes: Iterable<PersistentVolume>,
  { isDelayed = false, node }: MatchOptions = {},
): PersistentVolume | undefined {
  const selector = claim.spec.selector && labelSelectorFromSpec(claim.spec.selector);
  const [request, storageClass] = [requestOf(claim), classOfClaim(claim)];
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { metadata, spec, status } = volume;
    const isBound = isBoundTo(volume, claim);
    if (spec.claimRef && !isBound) continue;
    if (capacityOf(volume).compare(request) < 0 || metadata.deletionTimestamp) continue;
    if (!haveSameMode(volume, claim) || !haveSameAttributes(volume, claim) || !hasAccessModes(volume, claim)) continue;
    const isReachable = !node || isVolumeReachable(volume, node);
    if (isBound) return isReachable ? volume : undefined;
    if ((isDelayed && !node) || status?.phase !== 'Available' || !isReachable) continue;
    if (selector && !selector.matches(metadata.labels ?? {})) continue;
    if (classOfVolume(volume) === storageClass && (!best || isBetter(volume, best))) best = volume;
  }
  return best;
}

function isBetter(volume: PersistentVolume, best: PersistentVolume): boolean {
  const modes = ({ spec }: PersistentVolume): number => new Set(spec.accessModes).size;
  if (modes(volume) !== modes(best)) return modes(volume) < modes(best);
  return capacityOf(volume).compare(capacityOf(best)) < 0;
}

function capacityOf({ spec }: PersistentVolume): Quantity {
  return Quantity.fromJson(spec.capacity?.storage ?? '0');
}

function requestOf({ spec }: PersistentVolumeClaim): Quantity {
  return Quantity.fromJson(spec.resources?.requests?.storage ?? '0');
}
