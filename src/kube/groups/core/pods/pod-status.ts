import { formatTime, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { objectIn } from '../../../fields.js';

export interface ContainerState {
  waiting?: { reason?: string };
  running?: { startedAt?: string };
  terminated?: { exitCode: number; signal?: number; reason?: string; finishedAt?: string | null };
}

export interface ContainerStatus {
  name: string;
  ready: boolean;
  started?: boolean;
  restartCount: number;
  state?: ContainerState;
  lastState?: ContainerState;
  resources?: JsonObject;
  user?: { linux?: LinuxUser };
  allocatedResourcesStatus?: AllocatedResource[];
}

export interface LinuxUser {
  uid: number;
  gid: number;
  supplementalGroups?: number[];
}

/** A resource allocated to a container, with its health. */
export interface AllocatedResource {
  name: string;
  resources?: { resourceID: string; health?: string; message?: string }[];
}

/** Maps an extended resource of a container to a request of a claim. */
export interface RequestMapping {
  containerName: string;
  resourceName: string;
  requestName: string;
}

export interface PodCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastProbeTime?: string | null;
  lastTransitionTime?: string | null;
  observedGeneration?: number;
}

/** Status of a pod. Objects are decoded into this shape before it is used. */
export interface PodStatus {
  phase?: string;
  reason?: string;
  qosClass?: string;
  observedGeneration?: number;
  nominatedNodeName?: string;
  hostIP?: string;
  hostIPs?: { ip: string }[];
  podIP?: string;
  podIPs?: { ip: string }[];
  conditions?: PodCondition[];
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
  ephemeralContainerStatuses?: ContainerStatus[];
  resourceClaimStatuses?: { name: string; resourceClaimName?: string }[];
  extendedResourceClaimStatus?: { requestMappings?: RequestMapping[] | null; resourceClaimName: string };
  nodeAllocatableResourceClaimStatuses?: JsonObject[];
}

export function podStatusOf(pod: JsonObject): PodStatus {
  return objectIn(pod['status']) as unknown as PodStatus;
}

/** Terminal phases. */
export function isFinished({ phase }: PodStatus): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns the status with a condition set; its transition time changes only if its status does. */
export function withPodCondition(status: PodStatus, condition: PodCondition, now: number): PodStatus {
  const conditions = [...(status.conditions ?? [])];
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[index];
  const since = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const next = { ...condition, lastProbeTime: null, lastTransitionTime: since ?? formatTime(now) };
  if (index < 0) conditions.push(next);
  else conditions[index] = next;
  return { ...status, conditions };
}

/** `podIP` equals the first of `podIPs`, whichever the client sets. */
export function alignAddresses(status: PodStatus): void {
  const { podIP, podIPs } = status;
  if (podIP && podIP !== podIPs?.[0]?.ip) status.podIPs = [{ ip: podIP }];
  else if (podIPs?.[0]) status.podIP = podIPs[0].ip;
}
