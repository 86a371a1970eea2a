// Follows pkg/apis/autoscaling/validation/validation.go (v1.36)

import type { ContainerResourceMetricSource, ObjectMetricSource } from '../../../../api/autoscaling/v2.js';

/** The source of a metric of any type. */
export type MetricSource = Partial<ObjectMetricSource & ContainerResourceMetricSource>;

/** Field of a metric's source, by metric type. */
export const sourceFields = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const;

export type SourceField = (typeof sourceFields)[keyof typeof sourceFields];

export function sourceFieldOf(type: string): SourceField | undefined {
  return Object.hasOwn(sourceFields, type) ? sourceFields[type as keyof typeof sourceFields] : undefined;
}
