// Follows staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36)

import type { Container, PodSpec, ResourceList } from '../../api/core/v1.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { isSidecar } from './pod.js';
import { isHugePages, isOvercommitAllowed } from './resource-names.js';

/** Quantities by resource name. */
export type Amounts = Map<string, Quantity>;

export type ResourceKind = 'requests' | 'limits';

/** Returns the total resources of a pod's containers from its spec. */
export function aggregateResources(spec: PodSpec, kind: ResourceKind): Amounts {
  return sumOfContainers(spec, ({ resources }) => amountsIn(resources?.[kind]));
}

/**
 * The sum of the regular containers and sidecars, or the largest init container together with the sidecars started
 * before it, whichever is greater. `amountsOf` is called once per container; its result may be modified.
 */
export function sumOfContainers(spec: PodSpec, amountsOf: (container: Container) => Amounts): Amounts {
  const total: Amounts = new Map();
  for (const container of spec.containers ?? []) addAll(total, amountsOf(container));
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const own = amountsOf(container);
    if (isSidecar(container)) {
      addAll(total, own);
      addAll(sidecars, own);
      raiseAll(peak, sidecars);
    } else {
      addAll(own, sidecars);
      raiseAll(peak, own);
    }
  }
  raiseAll(total, peak);
  return total;
}

export function amountsIn(list: ResourceList | undefined): Amounts {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(text)]));
}

export function addAll(sum: Amounts, more: Amounts): void {
  for (const [name, amount] of more) sum.set(name, sum.get(name)?.add(amount) ?? amount);
}

export function raiseAll(most: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const known = most.get(name);
    if (known === undefined || known.compare(amount) < 0) most.set(name, amount);
  }
}

/** Whether pod-level resources support the resource. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

/** Defaults missing pod-level requests and limits from the containers. */
export function defaultPodResources(spec: PodSpec): void {
  const { resources } = spec;
  if (!resources) return;
  const { limits = {}, requests = {} } = resources;
  if (Object.keys(limits).length + Object.keys(requests).length === 0) return;
  for (const [name, amount] of aggregateResources(spec, 'limits')) {
    if (isHugePages(name) && requests[name] === undefined) limits[name] ??= amount.toString();
  }
  if (Object.keys(limits).length === 0) return;
  resources.limits = limits;
  for (const [name, amount] of aggregateResources(spec, 'requests')) {
    if (isPodLevelResource(name) && isOvercommitAllowed(name)) requests[name] ??= amount.toString();
  }
  for (const [name, limit] of Object.entries(limits)) if (isPodLevelResource(name)) requests[name] ??= limit;
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

const serviceClassResources = ['cpu', 'memory'];

/** Returns the QoS class of a pod. */
export function qosClassOf(spec: PodSpec): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const parts = spec.resources
    ? [spec.resources]
    : [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources ?? {});
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let hasAllLimits = true;
  for (const part of parts) {
    addAll(requests, positive(part.requests));
    const own = positive(part.limits);
    addAll(limits, own);
    const isUnlimitedPod = spec.resources && Object.keys(part.limits ?? {}).length === 0;
    if (own.size < serviceClassResources.length && !isUnlimitedPod) hasAllLimits = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const isGuaranteed = hasAllLimits && requests.size === limits.size && sameAmounts(requests, limits);
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function positive(list: ResourceList | undefined): Amounts {
  const found: Amounts = new Map();
  for (const name of serviceClassResources) {
    const amount = list?.[name] === undefined ? undefined : Quantity.parse(list[name]);
    if (amount && amount.sign > 0) found.set(name, amount);
  }
  return found;
}

function sameAmounts(left: Amounts, right: Amounts): boolean {
  return [...left].every(([name, amount]) => right.get(name)?.equals(amount) === true);
}
