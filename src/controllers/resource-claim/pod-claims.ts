// Follows staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/resourceclaim.go (v1.36)
// Follows pkg/controller/resourceclaim/controller.go (v1.36)
import type { Pod, PodResourceClaim } from '../../api/core/v1.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../api/resource/v1.js';
import { isControlledBy } from '../workload/controller-reference.js';
import { isPodTerminal } from '../workload/pod-state.js';

const podClaimAnnotation = 'resource.kubernetes.io/pod-claim-name';
const maxBaseLength = 57;
const maxConsumers = 256;

/** The claim of one entry of a pod. */
export interface NamedClaim {
  /** Undefined: the pod needs none. */
  readonly name: string | undefined;
  /** Whether it was generated, so that it must belong to the pod. */
  readonly isGenerated: boolean;
}

/** Undefined: the claim has not been generated yet. */
export function claimOf({ status }: Pod, { name, resourceClaimName }: PodResourceClaim): NamedClaim | undefined {
  if (resourceClaimName !== undefined) return { name: resourceClaimName, isGenerated: false };
  const generated = status.resourceClaimStatuses?.find((each) => each.name === name);
  return generated && { name: generated.resourceClaimName, isGenerated: true };
}

/** The names of the claims of a pod that are known. */
export function claimNames(pod: Pod): string[] {
  const names = (pod.spec.resourceClaims ?? []).map((entry) => claimOf(pod, entry)?.name);
  const extended = pod.status.extendedResourceClaimStatus?.resourceClaimName;
  return [...names, extended].filter((name) => name !== undefined);
}

export function hasClaims({ spec, status }: Pod): boolean {
  return (spec.resourceClaims ?? []).length > 0 || status.extendedResourceClaimStatus !== undefined;
}

/** Whether its containers have ended, or will never be started. */
export function isPodDone(pod: Pod): boolean {
  return isPodTerminal(pod) || (pod.metadata.deletionTimestamp !== undefined && !pod.spec.nodeName);
}

export function isReservedFor({ status }: ResourceClaim, { metadata }: Pod): boolean {
  return (status?.reservedFor ?? []).some(({ uid }) => uid === metadata.uid);
}

/** Whether a pod on a node has an allocated claim that is not reserved for it. */
export function needsReservation(claim: ResourceClaim, pod: Pod): boolean {
  const { allocation, reservedFor = [] } = claim.status ?? {};
  return allocation !== undefined && !isReservedFor(claim, pod) && reservedFor.length < maxConsumers;
}

/** Throws if a claim that should have been generated for the pod was not. */
export function checkOwner(claim: ResourceClaim, { metadata }: Pod): void {
  if (isControlledBy(claim, { metadata })) return;
  const { namespace, name } = claim.metadata;
  const pod = `${metadata.namespace}/${metadata.name}`;
  throw new Error(`ResourceClaim ${namespace}/${name} was not created for pod ${pod} (pod is not owner)`);
}

/** Whether the claim was generated for this entry. */
export function isGeneratedFor({ metadata }: ResourceClaim, entry: PodResourceClaim): boolean {
  return metadata.annotations?.[podClaimAnnotation] === entry.name;
}

export function newClaim(pod: Pod, entry: PodResourceClaim, { spec }: ResourceClaimTemplate): ResourceClaim {
  const { name = '', namespace = '', uid = '' } = pod.metadata;
  const { annotations, labels } = spec.metadata ?? {};
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: {
      namespace,
      generateName: generateName(name, entry.name),
      annotations: { ...annotations, [podClaimAnnotation]: entry.name },
      ...(labels && { labels }),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }],
    },
    spec: spec.spec,
    status: {},
  };
}

/** Both names are shortened by the same share. */
function generateName(pod: string, entry: string): string {
  const whole = `${pod}-${entry}-`;
  if (whole.length <= maxBaseLength) return whole;
  const first = pod.slice(0, Math.floor((pod.length * maxBaseLength) / whole.length));
  return `${first}-${entry.slice(0, Math.floor((entry.length * maxBaseLength) / whole.length))}`;
}
