// Follows plugin/pkg/admission/limitranger/admission.go (v1.36)

import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '../../../api/core/v1.js';
import { Quantity } from '../../../apimachinery/validation/index.js';
import {
  type Amounts,
  aggregateResources,
  amountsIn,
  type Container,
  type PodSpec,
  podSpecOf,
  type ResourceKind,
} from '../../pod-spec/index.js';
import { aboveMaximum, aboveRatio, type Bound, belowMinimum, type Demand, requestAboveMaximum } from './bounds.js';

type Check = (bound: Bound, demand: Demand) => string | undefined;

/** Returns how a pod violates one limit range item, which applies to each container or to the pod as a whole. */
export function podProblems(item: LimitRangeItem, pod: Pod): string[] {
  const spec = podSpecOf(pod);
  return demandsOn(item, spec).flatMap((demand) => [
    ...problems({ item, bounds: item.min, check: belowMinimum }, demand),
    ...problems({ item, bounds: item.max, check: aboveMaximum }, demand),
    ...problems({ item, bounds: item.maxLimitRequestRatio, check: aboveRatio }, demand),
  ]);
}

/** Like `podProblems`, for a volume claim, which has requests only. */
export function claimProblems(item: LimitRangeItem, claim: PersistentVolumeClaim): string[] {
  if (item.type !== 'PersistentVolumeClaim') return [];
  const demand = { requests: amountsIn(claim.spec?.resources?.requests), limits: new Map() };
  return [
    ...problems({ item, bounds: item.min, check: belowMinimum }, demand),
    ...problems({ item, bounds: item.max, check: requestAboveMaximum }, demand),
  ];
}

interface Bounds {
  readonly item: LimitRangeItem;
  readonly bounds: LimitRangeItem['min'];
  readonly check: Check;
}

function problems({ item, bounds = {}, check }: Bounds, demand: Demand): string[] {
  return Object.entries(bounds)
    .map(([name, text]) => check({ name, type: item.type, amount: Quantity.parse(text) }, demand))
    .filter((problem) => problem !== undefined);
}

function demandsOn({ type }: LimitRangeItem, spec: PodSpec): Demand[] {
  switch (type) {
    case 'Container':
      return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(demandOfContainer);
    case 'Pod':
      return [{ requests: amountsOfPod(spec, 'requests'), limits: amountsOfPod(spec, 'limits') }];
    default:
      return [];
  }
}

function demandOfContainer({ resources }: Container): Demand {
  return { requests: amountsIn(resources?.requests), limits: amountsIn(resources?.limits) };
}

/** Pod-level resources take precedence over the sum of the containers. */
function amountsOfPod(spec: PodSpec, kind: ResourceKind): Amounts {
  const amounts = aggregateResources(spec, kind);
  for (const [name, amount] of amountsIn(spec.resources?.[kind])) {
    if (name === 'cpu' || name === 'memory') amounts.set(name, amount);
  }
  return amounts;
}
