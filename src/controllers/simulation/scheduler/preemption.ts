// Follows pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (v1.36)
// Follows pkg/scheduler/framework/preemption/preemption.go (v1.36)
import { parseTime } from '../../../apimachinery/meta/index.js';
import { filterFor, type Refusal } from './filters.js';
import type { NodeInfo, PodInfo } from './node-info.js';
import type { AffinityContext } from './pod-affinity.js';

export interface Preemption {
  readonly node: NodeInfo;
  readonly victims: readonly PodInfo[];
}

interface PreemptionInput {
  readonly info: PodInfo;
  readonly refusals: ReadonlyMap<NodeInfo, Refusal>;
  readonly context: AffinityContext;
}

/** The pods whose deletion makes room for one of higher priority, or why there are none. */
export function planPreemption({ info, refusals, context }: PreemptionInput): Preemption | string {
  if (info.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const found: Preemption[] = [];
  const reasons = new Map<string, number>();
  const count = (reason: string): unknown => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [node, refusal] of refusals) {
    if (refusal.isUnresolvable) {
      count('Preemption is not helpful for scheduling');
      continue;
    }
    const victims = victimsOn(node, info, context);
    if (typeof victims === 'string') count(victims);
    else found.push({ node, victims });
  }
  if (found.length > 0) return found.sort(compare)[0]!;
  const texts = [...reasons].map(([reason, number]) => `${number} ${reason}`).sort();
  return `0/${refusals.size} nodes are available: ${texts.join(', ')}.`;
}

/** As few of the node's less important pods as possible; or why none help. */
function victimsOn(node: NodeInfo, info: PodInfo, context: AffinityContext): readonly PodInfo[] | string {
  const candidates = [...node.pods.values()].filter(({ priority }) => priority < info.priority);
  if (candidates.length === 0) return 'No preemption victims found for incoming pod';
  const trial = node.copy();
  for (const { key } of candidates) trial.remove(key);
  const nodes = [...context.nodes].map((other) => (other === node ? trial : other));
  const refuses = (): Refusal | undefined => filterFor(info, { ...context, nodes })(trial);
  const refusal = refuses();
  if (refusal) return refusal.reasons[0] ?? '';
  const victims: PodInfo[] = [];
  // The most important come back first, as long as the pod still fits.
  for (const candidate of candidates.sort(byImportance)) {
    trial.add(candidate);
    if (!refuses()) continue;
    trial.remove(candidate.key);
    victims.push(candidate);
  }
  return victims;
}

function byImportance(a: PodInfo, b: PodInfo): number {
  return b.priority - a.priority || startOf(a) - startOf(b);
}

function startOf({ pod }: PodInfo): number {
  return parseTime(pod.status.startTime ?? pod.metadata.creationTimestamp ?? '') ?? 0;
}

/** The least important victims, then the least sum of priorities, then the fewest, then those that started last. */
function compare({ victims: a }: Preemption, { victims: b }: Preemption): number {
  const highest = (victims: readonly PodInfo[]): number => Math.max(...victims.map(({ priority }) => priority));
  const sum = (victims: readonly PodInfo[]): number =>
    victims.reduce((total, { priority }) => total + priority + 2 ** 31, 0);
  const latest = (victims: readonly PodInfo[]): number => Math.max(...victims.map(startOf));
  return highest(a) - highest(b) || sum(a) - sum(b) || a.length - b.length || latest(b) - latest(a);
}
