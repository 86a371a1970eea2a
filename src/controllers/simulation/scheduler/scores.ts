// Follows pkg/scheduler/framework/plugins/noderesources/least_allocated.go (v1.36)
// Follows pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.36)
// Follows pkg/scheduler/apis/config/v1/default_plugins.go (v1.36)
import type { Node } from '../../../api/core/v1.js';
import { isTolerated, matchesTerm } from '../../workload/node-matching.js';
import type { NodeInfo, PodInfo } from './node-info.js';
import { type AffinityContext, affinityScore } from './pod-affinity.js';
import { spreadCost } from './topology-spread.js';

const maxScore = 100;

/** How much free room a node has with the pod, from 0 to 100. */
function leastAllocated({ nonZero }: PodInfo, { allocatable, nonZeroCpu, nonZeroMemory }: NodeInfo): number {
  const free = (total: number, used: number): number => (total <= 0 ? 0 : (Math.max(0, total - used) / total) * 100);
  const cpu = free(allocatable.get('cpu') ?? 0, nonZeroCpu + nonZero.cpu);
  const memory = free(allocatable.get('memory') ?? 0, nonZeroMemory + nonZero.memory);
  return Math.floor((Math.floor(cpu) + Math.floor(memory)) / 2);
}

/** How evenly processors and memory are used, from 0 to 100. */
function balancedAllocation({ requests }: PodInfo, { allocatable, requested }: NodeInfo): number {
  const used = (resource: string): number => {
    const total = allocatable.get(resource) ?? 0;
    const amount = (requested.get(resource) ?? 0) + (requests.get(resource) ?? 0);
    return total <= 0 ? 1 : Math.min(1, amount / total);
  };
  return Math.floor((1 - Math.abs((used('cpu') - used('memory')) / 2)) * maxScore);
}

type Raw = (node: Node, info: NodeInfo) => number;

/** Scores by their weights; those that need normalising are scaled to 0 to 100 over all candidates. */
interface Score {
  readonly weight: number;
  readonly raw: Raw;
  readonly scale: 'none' | 'more' | 'less' | 'range';
}

function scoresFor(info: PodInfo, context: AffinityContext): Score[] {
  const { pod } = info;
  const scores: Score[] = [
    { weight: 1, scale: 'none', raw: (_node, candidate) => leastAllocated(info, candidate) },
    { weight: 1, scale: 'none', raw: (_node, candidate) => balancedAllocation(info, candidate) },
    { weight: 3, scale: 'less', raw: ({ spec }) => countIntolerable(spec.taints, pod) },
  ];
  const preferred = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (preferred.length > 0) {
    const raw: Raw = (node) =>
      preferred.reduce((total, { weight, preference }) => total + (matchesTerm(node, preference) ? weight : 0), 0);
    scores.push({ weight: 2, scale: 'more', raw });
  }
  const spread = spreadCost(info, context.nodes);
  if (spread) scores.push({ weight: 2, scale: 'less', raw: spread });
  const affinity = affinityScore(info, context);
  if (affinity) scores.push({ weight: 2, scale: 'range', raw: affinity });
  return scores;
}

function countIntolerable(taints: Node['spec']['taints'] = [], pod: PodInfo['pod']): number {
  let count = 0;
  for (const taint of taints) if (taint.effect === 'PreferNoSchedule' && !isTolerated(taint, pod)) count++;
  return count;
}

function normalised(values: number[], scale: Score['scale']): number[] {
  if (scale === 'none') return values;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  switch (scale) {
    case 'more':
      return max === 0 ? values : values.map((value) => Math.floor((maxScore * value) / max));
    case 'less':
      return values.map((value) => (max === 0 ? maxScore : Math.floor(maxScore - (maxScore * value) / max)));
    case 'range':
      return values.map((value) => (max === min ? 0 : Math.floor((maxScore * (value - min)) / (max - min))));
  }
}

/** Returns one of the best nodes for the pod. */
export function bestNode(
  info: PodInfo,
  candidates: readonly NodeInfo[],
  { random, ...context }: AffinityContext & { readonly random: () => number },
): NodeInfo | undefined {
  if (candidates.length <= 1) return candidates[0];
  const totals = new Array<number>(candidates.length).fill(0);
  for (const { weight, raw, scale } of scoresFor(info, context)) {
    const values = candidates.map((candidate) => (candidate.node ? raw(candidate.node, candidate) : 0));
    for (const [index, value] of normalised(values, scale).entries()) totals[index]! += weight * value;
  }
  const best = Math.max(...totals);
  const equals = candidates.filter((_, index) => totals[index] === best);
  return equals[Math.floor(random() * equals.length)];
}
