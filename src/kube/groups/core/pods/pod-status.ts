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

/** What a container was given of a resource, with how it is. */
export interface AllocatedResource {
  name: string;
  resources?: { resourceID: string; health?: string; message?: string }[];
}

/** Which request of a claim stands for what a container asks for. */
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

/** What is known of a pod. Objects are brought into this shape before anybody reads them so. */
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

/** Neither of these is ever left again. */
export function isFinished({ phase }: PodStatus): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** The status with a condition in it, which keeps its time while it says the same. */
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

/** One address is also the first of all, whichever of the two a client writes. */
export function alignAddresses(status: PodStatus): void {
  const { podIP, podIPs } = status;
  if (podIP && podIP !== podIPs?.[0]?.ip) status.podIPs = [{ ip: podIP }];
  else if (podIPs?.[0]) status.podIP = podIPs[0].ip;
}
