import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { type Metric, type ScalingRules, specOf } from './autoscaler.js';

const defaultUtilization = 80;

/** Average CPU utilization, in percent of the request. */
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

/** An explicitly empty list of policies gets no defaults. */
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

/** The stabilization window is a flag of the controller. */
function defaultScaleDown(): ScalingRules {
  return { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, ...everyPeriod }] };
}
