import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { type Metric, type ScalingRules, specOf } from './autoscaler.js';

const defaultUtilization = 80;

/** The average use of the processors, in percent of what pods ask for. */
export function cpuMetric(averageUtilization = defaultUtilization): Metric {
  const target = { type: 'Utilization', averageUtilization };
  return { type: 'Resource', resource: { name: 'cpu', target } };
}

export function applyDefaults(autoscaler: JsonObject): void {
  const spec = specOf(autoscaler);
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) spec.metrics = [cpuMetric()];
  const { behavior } = spec;
  if (behavior === undefined) return;
  behavior.scaleUp = completed(behavior.scaleUp, defaultScaleUp());
  behavior.scaleDown = completed(behavior.scaleDown, defaultScaleDown());
}

/** Nothing is put in the place of a list of policies that is there, and empty. */
function completed(rules: ScalingRules | undefined, { policies, ...defaults }: ScalingRules): ScalingRules {
  const hasPolicies = rules?.policies !== undefined || wasGivenEmpty(rules, 'policies');
  return { ...defaults, ...(policies && !hasPolicies && { policies }), ...rules };
}

const everyPeriod = { periodSeconds: 15 };

function defaultScaleUp(): ScalingRules {
  const policies = [
    { type: 'Pods', value: 4, ...everyPeriod },
    { type: 'Percent', value: 100, ...everyPeriod },
  ];
  return { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies };
}

/** How long a lower load must last is a flag of whoever scales. */
function defaultScaleDown(): ScalingRules {
  return { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, ...everyPeriod }] };
}
