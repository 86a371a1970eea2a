// Follows pkg/apis/autoscaling/v2/defaults.go (v1.36)

import type { HorizontalPodAutoscaler, HPAScalingRules, MetricSpec } from '../../../../api/autoscaling/v2.js';
import { wasGivenEmpty } from '../../../types/index.js';

const defaultUtilization = 80;

/** Average CPU utilization, in percent of the request. */
export function cpuMetric(averageUtilization = defaultUtilization): MetricSpec {
  const target = { type: 'Utilization', averageUtilization };
  return { type: 'Resource', resource: { name: 'cpu', target } };
}

export function applyDefaults({ spec }: HorizontalPodAutoscaler): void {
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) spec.metrics = [cpuMetric()];
  const { behavior } = spec;
  if (behavior === undefined) return;
  behavior.scaleUp = completed(behavior.scaleUp, defaultScaleUp());
  behavior.scaleDown = completed(behavior.scaleDown, defaultScaleDown());
}

/** An explicitly empty list of policies gets no defaults. */
function completed(rules: HPAScalingRules | undefined, { policies, ...defaults }: HPAScalingRules): HPAScalingRules {
  const hasPolicies = rules?.policies !== undefined || wasGivenEmpty(rules, 'policies');
  return { ...defaults, ...(policies && !hasPolicies && { policies }), ...rules };
}

const everyPeriod = { periodSeconds: 15 };

function defaultScaleUp(): HPAScalingRules {
  const policies = [
    { type: 'Pods', value: 4, ...everyPeriod },
    { type: 'Percent', value: 100, ...everyPeriod },
  ];
  return { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies };
}

/** The stabilization window is a flag of the controller. */
function defaultScaleDown(): HPAScalingRules {
  return { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, ...everyPeriod }] };
}
