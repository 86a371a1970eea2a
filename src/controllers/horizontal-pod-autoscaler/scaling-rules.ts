// Follows pkg/controller/podautoscaler/horizontal.go (v1.36)
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '../../api/autoscaling/v2.js';

const stabilizationSeconds = 300;

interface Recommendation {
  readonly replicas: number;
  readonly at: number;
}

interface ScaleEvent {
  readonly change: number;
  readonly at: number;
}

/** What is remembered of an autoscaler between two looks at it. */
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
const tooFast: Reason = {
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

function remember(wanted: number, now: number, windowSeconds: number, history: ScalingHistory): void {
  const kept = history.recommendations.filter(({ at }) => at >= now - windowSeconds * 1000);
  history.recommendations = [...kept, { replicas: wanted, at: now }];
}

function stabilize(wanted: number, { now }: Limits, history: ScalingHistory): number {
  const recent = history.recommendations.filter(({ at }) => at >= now - stabilizationSeconds * 1000);
  remember(wanted, now, stabilizationSeconds, history);
  return recent.reduce((most, { replicas }) => Math.max(most, replicas), wanted);
}

function stabilizeByBehavior(wanted: number, { current, behavior, now }: Limits, history: ScalingHistory): number {
  const upSeconds = behavior?.scaleUp?.stabilizationWindowSeconds ?? 0;
  const downSeconds = behavior?.scaleDown?.stabilizationWindowSeconds ?? stabilizationSeconds;
  let [up, down] = [wanted, wanted];
  for (const { replicas, at } of history.recommendations) {
    if (at > now - upSeconds * 1000) up = Math.min(replicas, up);
    if (at > now - downSeconds * 1000) down = Math.max(replicas, down);
  }
  remember(wanted, now, Math.max(upSeconds, downSeconds), history);
  return Math.min(Math.max(current, up), down);
}

function limitByDefault(wanted: number, { current, min, max }: Limits): Reason & { replicas: number } {
  const fastest = Math.max(2 * current, 4);
  const [most, reason] = max > fastest ? [fastest, tooFast] : [max, tooMany];
  if (wanted < min) return { replicas: min, ...tooFew };
  return wanted > most ? { replicas: most, ...reason } : { replicas: wanted, ...withinRange };
}

function limitByBehavior(
  wanted: number,
  { current, min, max, behavior, now }: Limits,
  history: ScalingHistory,
): Reason & { replicas: number } {
  if (wanted > current) {
    const fastest = Math.max(current, policyLimit(behavior?.scaleUp, { current, now, direction: 1 }, history));
    const [most, reason] = max > fastest ? [fastest, tooFast] : [max, tooMany];
    if (wanted > most) return { replicas: most, ...reason };
  } else if (wanted < current) {
    const fastest = Math.min(current, policyLimit(behavior?.scaleDown, { current, now, direction: -1 }, history));
    const [least, reason] = min < fastest ? [fastest, tooFastDown] : [min, tooFew];
    if (wanted < least) return { replicas: least, ...reason };
  }
  return { replicas: wanted, ...withinRange };
}

/** How far policies allow to go from where each of their periods began. */
function policyLimit(
  rules: HPAScalingRules | undefined,
  { current, now, direction }: { current: number; now: number; direction: 1 | -1 },
  { ups, downs }: ScalingHistory,
): number {
  const { selectPolicy = 'Max', policies = [] } = rules ?? {};
  if (selectPolicy === 'Disabled' || policies.length === 0) return current;
  const proposals = policies.map(({ type, value, periodSeconds }) => {
    const since = now - periodSeconds * 1000;
    const start = current - changeSince(ups, since) + changeSince(downs, since);
    if (type === 'Pods') return start + direction * value;
    const proposed = start * (1 + (direction * value) / 100);
    return direction > 0 ? Math.ceil(proposed) : Math.trunc(proposed);
  });
  const isFarthest = selectPolicy !== 'Min';
  return isFarthest === direction > 0 ? Math.max(...proposals) : Math.min(...proposals);
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
  const key = to > from ? 'ups' : 'downs';
  const { policies = [] } = (to > from ? behavior.scaleUp : behavior.scaleDown) ?? {};
  const longest = Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds));
  const kept = history[key].filter(({ at }) => at >= now - longest * 1000);
  history[key] = [...kept, { change: Math.abs(to - from), at: now }];
}
