// Follows pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (v1.36)
// Follows pkg/scheduler/framework/preemption/preemption.go (v1.36)
import type { Pod } from '../../../api/core/v1.js';
import type { PodDisruptionBudget } from '../../../api/policy/v1.js';
import { parseTime } from '../../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../../apimachinery/selectors/index.js';
import { type FilterContext, filterFor, type Refusal } from './filters.js';
import type { NodeInfo, PodInfo } from './node-info.js';

export interface Preemption {
  readonly node: NodeInfo;
  readonly victims: readonly PodInfo[];
  /** How many of the victims a disruption budget protects. */
  readonly violations: number;
}

interface PreemptionInput {
  readonly info: PodInfo;
  readonly refusals: ReadonlyMap<NodeInfo, Refusal>;
  readonly context: FilterContext;
  /** Respected as far as possible. */
  readonly budgets: readonly PodDisruptionBudget[];
}

/** The pods whose deletion makes room for one of higher priority, or why there are none. */
export function planPreemption({ info, refusals, context, budgets }: PreemptionInput): Preemption | string {
  if (info.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const found: Preemption[] = [];
  const reasons = new Map<string, number>();
  const count = (reason: string): unknown => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [node, refusal] of refusals) {
    if (refusal.isUnresolvable) {
      count('Preemption is not helpful for scheduling');
      continue;
    }
    const preemption = victimsOn(node, info, { context, budgets });
    if (typeof preemption === 'string') count(preemption);
    else found.push(preemption);
  }
  if (found.length > 0) return found.sort(compare)[0]!;
  const texts = [...reasons].map(([reason, number]) => `${number} ${reason}`).sort();
  return `0/${refusals.size} nodes are available: ${texts.join(', ')}.`;
}

/** As few of the node's less important pods as possible; or why none help. */
function victimsOn(
  node: NodeInfo,
  info: PodInfo,
  { context, budgets }: Pick<PreemptionInput, 'context' | 'budgets'>,
): Preemption | string {
  const candidates = [...node.pods.values()].filter(({ priority }) => priority < info.priority);
  if (candidates.length === 0) return 'No preemption victims found for incoming pod';
  const trial = node.copy();
  for (const { key } of candidates) trial.remove(key);
  const nodes = [...context.nodes].map((other) => (other === node ? trial : other));
  const refuses = (): Refusal | undefined => filterFor(info, { ...context, nodes })(trial);
  const refusal = refuses();
  if (refusal) return refusal.reasons[0] ?? '';
  const isVictim = (candidate: PodInfo): boolean => {
    trial.add(candidate);
    if (!refuses()) return false;
    trial.remove(candidate.key);
    return true;
  };
  // Protected ones and the most important come back first, as long as the pod still fits.
  const { violating, others } = byProtection(candidates.sort(byImportance), budgets);
  const violated = violating.filter(isVictim);
  return { node, victims: [...violated, ...others.filter(isVictim)], violations: violated.length };
}

/** Divides pods by whether a budget allows no more disruptions when those before them are gone. */
function byProtection(
  pods: readonly PodInfo[],
  budgets: readonly PodDisruptionBudget[],
): { violating: PodInfo[]; others: PodInfo[] } {
  const left = new Map(budgets.map((budget) => [budget, budget.status?.disruptionsAllowed ?? 0]));
  const isViolating = ({ pod }: PodInfo): boolean =>
    budgets
      .filter((budget) => protects(budget, pod))
      .map((budget) => {
        const allowed = (left.get(budget) ?? 0) - 1;
        left.set(budget, allowed);
        return allowed < 0;
      })
      .includes(true);
  const violations = pods.map(isViolating);
  return {
    violating: pods.filter((_, index) => violations[index]),
    others: pods.filter((_, index) => !violations[index]),
  };
}

function protects({ metadata, spec, status }: PodDisruptionBudget, { metadata: pod }: Pod): boolean {
  if (metadata.namespace !== pod.namespace || status?.disruptedPods?.[pod.name ?? ''] !== undefined) return false;
  const selector = labelSelectorFromSpec(spec.selector);
  return !selector.isEmpty && selector.matches(pod.labels ?? {});
}

function byImportance(a: PodInfo, b: PodInfo): number {
  return b.priority - a.priority || startOf(a) - startOf(b);
}

function startOf({ pod }: PodInfo): number {
  return parseTime(pod.status.startTime ?? pod.metadata.creationTimestamp ?? '') ?? 0;
}

/**
 * The fewest violations, then the least important victims, the least sum of priorities, the fewest, and those that
 * started last.
 */
function compare(one: Preemption, other: Preemption): number {
  const [a, b] = [one.victims, other.victims];
  const highest = (victims: readonly PodInfo[]): number => Math.max(...victims.map(({ priority }) => priority));
  const sum = (victims: readonly PodInfo[]): number =>
    victims.reduce((total, { priority }) => total + priority + 2 ** 31, 0);
  return (
    one.violations - other.violations ||
    highest(a) - highest(b) ||
    sum(a) - sum(b) ||
    a.length - b.length ||
    earliestOfHighest(b) - earliestOfHighest(a)
  );
}

/** When the first of the most important victims started. */
function earliestOfHighest(victims: readonly PodInfo[]): number {
  const highest = Math.max(...victims.map(({ priority }) => priority));
  return Math.min(...victims.filter(({ priority }) => priority === highest).map(startOf));
}
