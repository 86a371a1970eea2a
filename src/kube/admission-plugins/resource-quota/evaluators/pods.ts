// Follows pkg/quota/v1/evaluator/core/pods.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import {
  amountsIn,
  type Container,
  isNativeResource,
  isPodLevelResource,
  type PodAffinity,
  type PodSpec,
  podSpecOf,
  qosClassOf,
} from '../../../pod-spec/index.js';
import type { ScopeRequirement } from '../quota.js';
import { countName, isCreation, matchesNames, type QuotaEvaluator } from './evaluator.js';
import { computeUsage, deviceClassPrefix, podUsage } from './pod-usage.js';

/** If a quota counts one of these, every container must set it. */
const stated = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];
const storage = ['ephemeral-storage', 'requests.ephemeral-storage', 'limits.ephemeral-storage'];
const counted = new Set([countName('', 'pods'), 'pods', ...stated, ...storage]);

/** Counts pods and their compute resources. */
export function podEvaluator(now: () => number): QuotaEvaluator<Pod> {
  return {
    handles(request) {
      const { operation, attributes } = request;
      const [pod, old] = [request.object as Pod | undefined, request.old as Pod | undefined];
      if (operation !== 'UPDATE') return isCreation(request);
      if (attributes.subresource === 'resize') return true;
      return attributes.subresource === '' && isTerminating(pod) !== isTerminating(old);
    },
    counts: (name) =>
      counted.has(name) ||
      name.startsWith('hugepages-') ||
      name.startsWith('requests.hugepages-') ||
      isExtendedForQuota(name),
    isInScope,
    problem: missingResources,
    usage: (pod) => podUsage(pod, now()),
  };
}

/** Extended resources have quota for requests only, since limits must be equal. */
export function isExtendedForQuota(name: string): boolean {
  return name.startsWith('requests.') && (!isNativeResource(name) || name.startsWith(`requests.${deviceClassPrefix}`));
}

function isInScope(scope: ScopeRequirement, pod: Pod): boolean {
  const spec = podSpecOf(pod);
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(pod);
    case 'NotTerminating':
      return !isTerminating(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return matchesNames(scope, spec.priorityClassName ? [spec.priorityClassName] : []);
    case 'CrossNamespacePodAffinity':
      return looksAtOtherNamespaces(spec);
    default:
      return false;
  }
}

/** Has an active deadline. */
function isTerminating(pod: Pod | undefined): boolean {
  const { activeDeadlineSeconds } = pod?.spec ?? {};
  return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0;
}

function isBestEffort(pod: Pod): boolean {
  return (pod.status?.qosClass || qosClassOf(podSpecOf(pod))) === 'BestEffort';
}

function looksAtOtherNamespaces({ affinity }: PodSpec): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity]
    .flatMap((kind) => termsOf(kind ?? {}))
    .some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector !== undefined);
}

function termsOf(affinity: PodAffinity) {
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...(affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
  ];
}

/** `must specify cpu for: a,b; memory for: c`. Containers are not checked if the pod sets pod-level resources. */
function missingResources(names: ReadonlySet<string>, pod: Pod): string | undefined {
  const { resources, containers, initContainers } = podSpecOf(pod);
  if (Object.keys({ ...resources?.requests, ...resources?.limits }).some(isPodLevelResource)) return undefined;
  const all = [...(containers ?? []), ...(initContainers ?? [])];
  const usages = all.map((container) => [container.name, usageOf(container)] as const);
  const missing = stated
    .filter((name) => names.has(name))
    .map((name) => [name, usages.filter(([, usage]) => !usage.has(name)).map(([container]) => container)] as const)
    .filter(([, silent]) => silent.length > 0);
  if (missing.length === 0) return undefined;
  const missingNames = missing.map(([name, silent]) => `${name} for: ${[...new Set(silent)].sort().join(',')}`);
  return `must specify ${missingNames.sort().join('; ')}`;
}

function usageOf({ resources }: Container) {
  return computeUsage({ requests: amountsIn(resources?.requests), limits: amountsIn(resources?.limits) });
}
