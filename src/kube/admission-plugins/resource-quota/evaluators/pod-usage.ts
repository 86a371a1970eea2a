// Follows pkg/quota/v1/evaluator/core/pods.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import { findCondition, metadataOf } from '../../../../apimachinery/meta/index.js';
import {
  type Amounts,
  addAll,
  amountsIn,
  type Container,
  isExtendedResource,
  isHugePages,
  isPodLevelResource,
  isSidecar,
  podSpecOf,
  type ResourceKind,
  raiseAll,
  sumOfContainers,
} from '../../../pod-spec/index.js';
import { countName, one } from './evaluator.js';

/** Prefix of the implicit extended resource of a device class. */
export const deviceClassPrefix = 'deviceclass.resource.kubernetes.io/';

/** A pod counts while it exists; its compute resources count until it has terminated, or should have. */
export function podUsage(pod: Pod, now: number): Amounts {
  const count: Amounts = new Map([[countName('', 'pods'), one]]);
  if (hasEnded(pod, now)) return count;
  addAll(
    count,
    computeUsage({ requests: effectiveResources(pod, 'requests'), limits: effectiveResources(pod, 'limits') }),
  );
  return count;
}

/** Converts requests and limits to the names that quotas use. */
export function computeUsage({ requests, limits }: Readonly<Record<ResourceKind, Amounts>>): Amounts {
  const usage: Amounts = new Map([['pods', one]]);
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request) usage.set(name, request).set(`requests.${name}`, request);
    if (limit) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (isHugePages(name)) usage.set(name, request).set(`requests.${name}`, request);
    if (isExtendedResource(name) || name.startsWith(deviceClassPrefix)) usage.set(`requests.${name}`, request);
  }
  return usage;
}

function hasEnded(pod: Pod, now: number): boolean {
  const { phase } = pod.status ?? {};
  if (phase === 'Failed' || phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(pod);
  if (!deletionTimestamp || typeof deletionGracePeriodSeconds !== 'number') return false;
  return now > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

/** Returns the total resources of a pod, including overhead and what is still allocated during a resize. */
function effectiveResources(pod: Pod, kind: ResourceKind): Amounts {
  const spec = podSpecOf(pod);
  const total = sumOfContainers(spec, effectiveOfContainer(pod, kind));
  for (const [name, amount] of amountsIn(spec.resources?.[kind])) {
    if (isPodLevelResource(name)) total.set(name, amount);
  }
  for (const [name, amount] of amountsIn(spec.overhead)) {
    const known = total.get(name);
    if (kind === 'requests' || known?.isZero === false) total.set(name, known?.add(amount) ?? amount);
  }
  return total;
}

function effectiveOfContainer(pod: Pod, kind: ResourceKind): (container: Container) => Amounts {
  const { containerStatuses = [], initContainerStatuses = [], conditions = [] } = pod.status ?? {};
  const statuses = new Map([...containerStatuses, ...initContainerStatuses].map((status) => [status.name, status]));
  const passing = new Set(podSpecOf(pod).initContainers?.filter((container) => !isSidecar(container)));
  const pending = findCondition(conditions, 'PodResizePending');
  const isInfeasible = pending?.reason === 'Infeasible';
  return (container) => {
    const wanted = amountsIn(container.resources?.[kind]);
    const status = passing.has(container) ? undefined : statuses.get(container.name);
    if (!status?.resources) return wanted;
    const most: Amounts = isInfeasible ? new Map() : wanted;
    raiseAll(most, amountsIn(status.resources[kind]));
    if (kind === 'requests') raiseAll(most, amountsIn(status.allocatedResources));
    return most;
  };
}
