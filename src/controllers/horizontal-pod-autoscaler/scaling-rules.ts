// Follows pkg/controller/podautoscaler/horizontal.go (v1.36)
import type { HorizontalPodAutoscalerBehavior } from '../../api/autoscaling/v2.js';

const stabilizationSeconds = 300;

interface Recommendation {
  readonly replicas: number;
  readonly at: number;
}

interface ScaleEvent {
  readonly change: number;
  readonly at: number;
}

/** State of an autoscaler that is kept from one reconciliation to the next. */
export interface ScalingHistory {
  recommendations: Recommendation[];
  ups: ScaleEvent[];
  downs: ScaleEvent[];
}

export interface Limits {
  readonly current: number;
  readonly min: number;
  readonly max: number;
  readonly behavior: HorizontalPodAutoscalerBehavior | undefined;
  readonly now: number;
}

interface Reason {
  readonly reason: string;
  readonly message: string;
}

export interface NormalizedReplicas {
  readonly replicas: number;
  /** Of the condition AbleToScale. */
  readonly able: Reason;
  /** Of the condition ScalingLimited. */
  readonly limited: Reason & { readonly isLimited: boolean };
}

const ready: Reason = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
const downStabilized: Reason = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};
const upStabilized: Reason = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
const withinRange: Reason = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
};
const tooFastUp: Reason = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const tooFastDown: Reason = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};
const tooMany: Reason = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const tooFew: Reason = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};

/** What differs between scaling up and down. */
interface Direction {
  readonly sign: 1 | -1;
  readonly rules: 'scaleUp' | 'scaleDown';
  readonly events: 'ups' | 'downs';
  readonly bound: 'max' | 'min';
  readonly tooFast: Reason;
  readonly outOfBounds: Reason;
}

const up: Direction = {
  sign: 1,
  rules: 'scaleUp',
  events: 'ups',
  bound: 'max',
  tooFast: tooFastUp,
  outOfBounds: tooMany,
};
const down: Direction = {
  sign: -1,
  rules: 'scaleDown',
  events: 'downs',
  bound: 'min',
  tooFast: tooFastDown,
  outOfBounds: tooFew,
};

/** How many replicas there may be, given how many are wanted. Remembers the recommendation. */
export function normalizeReplicas(wanted: number, limits: Limits, history: ScalingHistory): NormalizedReplicas {
  const { behavior } = limits;
  const stabilized = behavior ? stabilizeByBehavior(wanted, limits, history) : stabilize(wanted, limits, history);
  const stabilizing = !behavior || wanted < limits.current ? downStabilized : upStabilized;
  const { replicas, ...about } = behavior
    ? limitByBehavior(stabilized, limits, history)
    : limitByDefault(stabilized, limits);
  return {
    replicas,
    able: stabilized === wanted ? ready : stabilizing,
    limited: { ...about, isLimited: replicas !== stabilized },
  };
}

function remember(recommended: Recommendation, windowSeconds: number, history: ScalingHistory): void {
  const kept = history.recommendations.filter(({ at }) => at >= recommended.at - windowSeconds * 1000);
  history.recommendations = [...kept, recommended];
}

function stabilize(wanted: number, { now }: Limits, history: ScalingHistory): number {
  const recent = history.recommendations.filter(({ at }) => at >= now - stabilizationSeconds * 1000);
  remember({ replicas: wanted, at: now }, stabilizationSeconds, history);
  return recent.reduce((most, { replicas }) => Math.max(most, replicas), wanted);
}

function stabilizeByBehavior(wanted: number, { current, behavior, now }: Limits, history: ScalingHistory): number {
  const upSeconds = behavior?.scaleUp?.stabilizationWindowSeconds ?? 0;
  const downSeconds = behavior?.scaleDown?.stabilizationWindowSeconds ?? stabilizationSeconds;
  let [lowest, highest] = [wanted, wanted];
  for (const { replicas, at } of history.recommendations) {
    if (at > now - upSeconds * 1000) lowest = Math.min(replicas, lowest);
    if (at > now - downSeconds * 1000) highest = Math.max(replicas, highest);
  }
  remember({ replicas: wanted, at: now }, Math.max(upSeconds, downSeconds), history);
  return Math.min(Math.max(current, lowest), highest);
}

function limitByDefault(wanted: number, { current, min, max }: Limits): Reason & { replicas: number } {
  const fastest = Math.max(2 * current, 4);
  const [most, reason] = max > fastest ? [fastest, tooFastUp] : [max, tooMany];
  if (wanted < min) return { replicas: min, ...tooFew };
  return wanted > most ? { replicas: most, ...reason } : { replicas: wanted, ...withinRange };
}

function limitByBehavior(wanted: number, limits: Limits, history: ScalingHistory): Reason & { replicas: number } {
  const { current } = limits;
  if (wanted === current) return { replicas: wanted, ...withinRange };
  const direction = wanted > current ? up : down;
  const { sign, bound, tooFast, outOfBounds } = direction;
  const fastest = sign * Math.max(sign * current, sign * policyLimit(direction, limits, history));
  const [limit, reason] = sign * (limits[bound] - fastest) > 0 ? [fastest, tooFast] : [limits[bound], outOfBounds];
  return sign * (wanted - limit) > 0 ? { replicas: limit, ...reason } : { replicas: wanted, ...withinRange };
}

/** How far policies allow to go from where each of their periods began. */
function policyLimit(
  { sign, rules }: Direction,
  { current, behavior, now }: Limits,
  { ups, downs }: ScalingHistory,
): number {
  const { selectPolicy = 'Max', policies = [] } = behavior?.[rules] ?? {};
  if (selectPolicy === 'Disabled' || policies.length === 0) return current;
  const proposals = policies.map(({ type, value, periodSeconds }) => {
    const since = now - periodSeconds * 1000;
    const start = current - changeSince(ups, since) + changeSince(downs, since);
    if (type === 'Pods') return start + sign * value;
    const proposed = start * (1 + (sign * value) / 100);
    return sign > 0 ? Math.ceil(proposed) : Math.trunc(proposed);
  });
  const isFarthest = selectPolicy !== 'Min';
  return isFarthest === sign > 0 ? Math.max(...proposals) : Math.min(...proposals);
}

function changeSince(events: readonly ScaleEvent[], since: number): number {
  return events.reduce((total, { change, at }) => (at > since ? total + change : total), 0);
}

/** Remembers a change of scale, for the policies of a behavior. */
export function rememberScale(
  { from, to }: { from: number; to: number },
  { behavior, now }: Pick<Limits, 'behavior' | 'now'>,
  history: ScalingHistory,
): void {
  if (!behavior) return;
  const { rules, events } = to > from ? up : down;
  const { policies = [] } = behavior[rules] ?? {};
  const longest = Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds));
  const kept = history[events].filter(({ at }) => at >= now - longest * 1000);
  history[events] = [...kept, { change: Math.abs(to - from), at: now }];
}
