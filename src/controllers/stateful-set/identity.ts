// Follows pkg/controller/statefulset/stateful_set_utils.go (v1.36)
import type { ControllerRevision, StatefulSet } from '../../api/apps/v1.js';
import type { PersistentVolumeClaim, Pod, Volume } from '../../api/core/v1.js';
import type { OwnerReference } from '../../api/meta/v1.js';
import { controllerReference, type Owner } from '../workload/controller-reference.js';
import { templateOf } from '../workload/history/controller-history.js';
import { podFromTemplate } from '../workload/pod-control.js';

export const revisionLabel = 'controller-revision-hash';
const podNameLabel = 'statefulset.kubernetes.io/pod-name';
const indexLabel = 'apps.kubernetes.io/pod-index';

/** Undefined if the pod's name is not one of the set's. */
export function ordinalOf({ metadata }: Pod, set: StatefulSet): number | undefined {
  const prefix = `${set.metadata.name}-`;
  const text = metadata.name?.startsWith(prefix) ? metadata.name.slice(prefix.length) : '';
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

export function startOrdinal({ spec }: StatefulSet): number {
  return spec.ordinals?.start ?? 0;
}

export function isInRange(ordinal: number, set: StatefulSet): boolean {
  return ordinal >= startOrdinal(set) && ordinal < startOrdinal(set) + (set.spec.replicas ?? 1);
}

function podName({ metadata }: StatefulSet, ordinal: number): string {
  return `${metadata.name}-${ordinal}`;
}

function claimName(set: StatefulSet, template: PersistentVolumeClaim, ordinal: number): string {
  return `${template.metadata.name}-${set.metadata.name}-${ordinal}`;
}

export function hasIdentity({ metadata }: Pod, set: StatefulSet): boolean {
  return metadata.labels?.[podNameLabel] === metadata.name && metadata.namespace === set.metadata.namespace;
}

export function withIdentity(pod: Pod, set: StatefulSet, ordinal: number): Pod {
  const name = podName(set, ordinal);
  const labels = { ...pod.metadata.labels, [podNameLabel]: name, [indexLabel]: String(ordinal) };
  return { ...pod, metadata: { ...pod.metadata, name, namespace: set.metadata.namespace ?? '', labels } };
}

export function hasStorage({ spec }: Pod, set: StatefulSet, ordinal: number): boolean {
  return (set.spec.volumeClaimTemplates ?? []).every((template) => {
    const volume = spec.volumes?.find(({ name }) => name === template.metadata.name);
    return volume?.persistentVolumeClaim?.claimName === claimName(set, template, ordinal);
  });
}

export function withStorage(pod: Pod, set: StatefulSet, ordinal: number): Pod {
  const templates = set.spec.volumeClaimTemplates ?? [];
  const own = templates.map(
    (template): Volume => ({
      name: template.metadata.name ?? '',
      persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
    }),
  );
  const others = (pod.spec.volumes ?? []).filter(({ name }) => !own.some((volume) => volume.name === name));
  const volumes = [...own, ...others];
  return volumes.length === 0 ? pod : { ...pod, spec: { ...pod.spec, volumes } };
}

export function claimsOf(set: StatefulSet, ordinal: number): PersistentVolumeClaim[] {
  return (set.spec.volumeClaimTemplates ?? []).map((template) => ({
    ...template,
    metadata: {
      ...template.metadata,
      name: claimName(set, template, ordinal),
      namespace: set.metadata.namespace ?? '',
      labels: { ...template.metadata.labels, ...set.spec.selector?.matchLabels },
    },
  }));
}

/** A pod of the template of a revision. */
export function newPod(set: StatefulSet, ordinal: number, revision: ControllerRevision): Pod {
  const pod = withIdentity(podFromTemplate(templateOf(revision), set), set, ordinal);
  const { name = '' } = pod.metadata;
  const named: Pod = {
    ...pod,
    metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, [revisionLabel]: revision.metadata.name ?? '' } },
    spec: { ...pod.spec, hostname: name, ...(set.spec.serviceName && { subdomain: set.spec.serviceName }) },
  };
  return withStorage(named, set, ordinal);
}

/** The owners of a claim by the set's retention policy; undefined if it has them, or they are another controller's. */
export function wantedOwners(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): OwnerReference[] | undefined {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const owners = claim.metadata.ownerReferences ?? [];
  const podOwner: Owner = { apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata };
  const isOurs = ({ kind, name }: OwnerReference): boolean =>
    (kind === 'StatefulSet' && name === set.metadata.name) || (kind === 'Pod' && name === pod.metadata.name);
  const uids = [set.metadata.uid, pod.metadata.uid];
  if (owners.some((owner) => isOurs(owner) && !uids.includes(owner.uid))) return undefined;
  const others = owners.filter((owner) => !isOurs(owner));
  if (whenDeleted === 'Retain' && whenScaled === 'Retain') return owners.length === others.length ? undefined : others;
  if (others.some(({ controller }) => controller)) return owners.length === others.length ? undefined : others;
  const isScaledDown = !isInRange(ordinalOf(pod, set) ?? -1, set);
  const wanted =
    isScaledDown && whenScaled === 'Delete'
      ? [controllerReference(podOwner)]
      : whenDeleted === 'Delete'
        ? [controllerReference(set)]
        : [];
  const current = owners.filter(isOurs);
  const isSame =
    current.length === wanted.length &&
    current.every(({ uid, controller }) => controller && wanted.some((owner) => owner.uid === uid));
  return isSame ? undefined : [...others, ...wanted];
}
