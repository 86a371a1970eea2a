// Follows staging/src/k8s.io/endpointslice/utils.go (v1.36)
// Follows staging/src/k8s.io/endpointslice/util/controller_utils.go (v1.36)
import type { Pod, Service, ServicePort } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { Enqueue } from '../keyed-controller.js';
import { isPodTerminal, podCondition } from '../workload/pod-state.js';

export const headlessLabel = 'service.kubernetes.io/headless';
/** Changes of pods come in groups. */
const batchMilliseconds = 100;

function selects({ spec }: Service, { metadata }: Pod): boolean {
  const selector = Object.entries(spec.selector ?? {});
  return spec.selector !== undefined && selector.every(([key, value]) => metadata.labels?.[key] === value);
}

export function podsOf(service: Service, pods: Informer<Pod>): Pod[] {
  return pods.lister.list({ namespace: service.metadata.namespace ?? '' }).filter((pod) => selects(service, pod));
}

/** Whether requests may reach the pod, now or later. */
export function isReachable(pod: Pod, { includesTerminating }: { includesTerminating: boolean }): boolean {
  if (isPodTerminal(pod) || !pod.status.podIP) return false;
  return includesTerminating || pod.metadata.deletionTimestamp === undefined;
}

export function hasClusterIp({ spec }: Service): boolean {
  return spec.clusterIP !== undefined && spec.clusterIP !== '' && spec.clusterIP !== 'None';
}

/** The number of the pod's port that a service's port means. */
export function findPort({ spec }: Pod, { targetPort, protocol = 'TCP' }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { ports = [] } of [...(spec.containers ?? []), ...sidecars]) {
    const found = ports.find((port) => port.name === targetPort && (port.protocol ?? 'TCP') === protocol);
    if (found) return found.containerPort;
  }
  return undefined;
}

export function hostnameOf({ metadata, spec }: Pod, service: Service): string | undefined {
  const isOfService = spec.subdomain === service.metadata.name && metadata.namespace === service.metadata.namespace;
  return isOfService && spec.hostname ? spec.hostname : undefined;
}

/** What of a pod endpoints are made of. */
function facts(pod: Pod): unknown[] {
  const { metadata, spec, status } = pod;
  return [
    metadata.labels ?? {},
    metadata.deletionTimestamp ?? '',
    podCondition(pod, 'Ready')?.status ?? '',
    isPodTerminal(pod),
    status.podIP ?? '',
    spec.nodeName ?? '',
    spec.hostname ?? '',
  ];
}

/** Enqueues the services that select a pod, or did, when that may change their endpoints. */
export function watchPods(pods: Informer<Pod>, services: Informer<Service>, enqueue: Enqueue): void {
  const enqueueSelecting = (...versions: readonly Pod[]): void => {
    for (const service of services.lister.list({ namespace: versions[0]?.metadata.namespace ?? '' })) {
      if (versions.some((pod) => selects(service, pod))) enqueue(keyOf(service), batchMilliseconds);
    }
  };
  pods.addHandler({
    added: (pod) => enqueueSelecting(pod),
    updated: (old, pod) => {
      if (!jsonEqual(facts(old) as never, facts(pod) as never)) enqueueSelecting(old, pod);
    },
    deleted: (pod) => enqueueSelecting(pod),
  });
}
