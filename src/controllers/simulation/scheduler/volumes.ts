// Follows pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.36)
// Follows pkg/scheduler/framework/plugins/volumebinding/binder.go (v1.36)
// Follows pkg/scheduler/framework/plugins/volumezone/volume_zone.go (v1.36)
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod, TopologySelectorTerm } from '../../../api/core/v1.js';
import type { StorageClass } from '../../../api/storage/v1.js';
import { bindCompleted } from '../../persistent-volume-binder/claim-plan.js';
import {
  classOfClaim,
  findVolume,
  isVolumeReachable,
  selectedNodeAnnotation,
  waitsForConsumer,
} from '../../persistent-volume-binder/volume-matching.js';

/** The claims and volumes that decide where a pod can run. */
export interface VolumeObjects {
  claimNamed(namespace: string, name: string): PersistentVolumeClaim | undefined;
  volumeNamed(name: string): PersistentVolume | undefined;
  classNamed(name: string): StorageClass | undefined;
  /** Those that may match, without those that other pods are about to get. */
  volumes(): Iterable<PersistentVolume>;
}

/** What is written before a pod is assigned to a node. */
export interface VolumeBindings {
  readonly matched: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  /** Their provisioners create volumes for the node. */
  readonly provisioned: readonly PersistentVolumeClaim[];
}

export interface VolumePlan {
  /** Why the pod's volumes keep it off a node. */
  refuse(node: Node): string | undefined;
  bindingsOn(node: Node): VolumeBindings | undefined;
}

const noProvisioner = 'kubernetes.io/no-provisioner';
const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

interface ClaimName {
  readonly name: string;
  readonly isEphemeral: boolean;
}

/** The names of the claims that a pod uses. */
export function claimNamesOf({ metadata, spec }: Pod): ClaimName[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }): ClaimName[] => {
    if (persistentVolumeClaim) return [{ name: persistentVolumeClaim.claimName, isEphemeral: false }];
    return ephemeral ? [{ name: `${metadata.name}-${name}`, isEphemeral: true }] : [];
  });
}

export function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName) && metadata.annotations?.[bindCompleted] !== undefined;
}

/** Returns why no node is suitable, or a plan; undefined: the pod has no claims. */
export function planVolumes(pod: Pod, objects: VolumeObjects): VolumePlan | string | undefined {
  const names = claimNamesOf(pod);
  if (names.length === 0) return undefined;
  const claims: PersistentVolumeClaim[] = [];
  for (const { name, isEphemeral } of names) {
    const claim = objects.claimNamed(pod.metadata.namespace ?? '', name);
    const problem = claim ? claimProblem(claim) : missing(name, isEphemeral);
    if (problem !== undefined) return problem;
    if (claim) claims.push(claim);
  }
  const unbound = claims.filter((claim) => !isBound(claim));
  if (unbound.some((claim) => !waitsForConsumer(objects.classNamed(classOfClaim(claim)))))
    return 'pod has unbound immediate PersistentVolumeClaims';
  const bound = claims.filter(isBound).map(({ spec }) => objects.volumeNamed(spec.volumeName ?? ''));
  const bindingsOn = (node: Node): VolumeBindings | undefined => bindingsFor(unbound, node, objects);
  return {
    bindingsOn,
    refuse(node) {
      for (const volume of bound) {
        if (!volume) return 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
        if (!isVolumeReachable(volume, node)) return "node(s) didn't match PersistentVolume's node affinity";
        if (!isInZone(volume, node)) return 'node(s) had no available volume zone';
      }
      return bindingsOn(node) ? undefined : "node(s) didn't find available persistent volumes to bind";
    },
  };
}

function missing(name: string, isEphemeral: boolean): string {
  const quoted = JSON.stringify(name);
  return isEphemeral
    ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${quoted}`
    : `persistentvolumeclaim ${quoted} not found`;
}

function claimProblem({ metadata, spec, status }: PersistentVolumeClaim): string | undefined {
  const quoted = JSON.stringify(metadata.name);
  if (status?.phase === 'Lost')
    return `persistentvolumeclaim ${quoted} bound to non-existent persistentvolume ${JSON.stringify(spec.volumeName ?? '')}`;
  return metadata.deletionTimestamp ? `persistentvolumeclaim ${quoted} is being deleted` : undefined;
}

/** Undefined: a claim has neither a volume there, nor a provisioner that could create one. */
function bindingsFor(
  claims: readonly PersistentVolumeClaim[],
  node: Node,
  { volumes, classNamed }: VolumeObjects,
): VolumeBindings | undefined {
  const matched: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
  const provisioned: PersistentVolumeClaim[] = [];
  const taken = new Set<string | undefined>();
  for (const claim of claims) {
    const selected = claim.metadata.annotations?.[selectedNodeAnnotation];
    if (selected !== undefined && selected !== node.metadata.name) return undefined;
    const free = [...volumes()].filter(({ metadata }) => !taken.has(metadata.name));
    const volume = selected === undefined ? findVolume(claim, free, { isDelayed: true, node }) : undefined;
    if (volume) {
      matched.push({ claim, volume });
      taken.add(volume.metadata.name);
    } else if (isProvisioned(classNamed(classOfClaim(claim)), node)) provisioned.push(claim);
    else return undefined;
  }
  return { matched, provisioned };
}

function isProvisioned(storageClass: StorageClass | undefined, node: Node): boolean {
  if (!storageClass || storageClass.provisioner === '' || storageClass.provisioner === noProvisioner) return false;
  const { allowedTopologies = [] } = storageClass;
  return allowedTopologies.length === 0 || allowedTopologies.some((term) => isAllowed(term, node));
}

function isAllowed({ matchLabelExpressions = [] }: TopologySelectorTerm, { metadata }: Node): boolean {
  return matchLabelExpressions.every(({ key, values }) => values?.includes(metadata.labels?.[key] ?? '') ?? false);
}

/** Labels of volumes with several zones separate them by two underscores. Nodes without such labels are in any. */
function isInZone({ metadata }: PersistentVolume, { metadata: { labels = {} } }: Node): boolean {
  if (!topologyLabels.some((key) => labels[key] !== undefined)) return true;
  return topologyLabels.every((key) => {
    const zones = metadata.labels?.[key];
    return zones === undefined || zones.split('__').includes(labels[key] ?? '');
  });
}
