import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';

/** The fields of autoscaling/v2 that the server uses. */
export interface AutoscalerSpec {
  readonly scaleTargetRef: TargetReference;
  minReplicas?: number;
  readonly maxReplicas: number;
  metrics?: Metric[];
  readonly behavior?: { scaleUp?: ScalingRules; scaleDown?: ScalingRules };
}

export interface TargetReference {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
}

export interface ScalingRules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type: string; readonly value: number; readonly periodSeconds: number }[];
  readonly tolerance?: string;
}

/** Has one source, in the field that matches `type`. */
export interface Metric {
  readonly type: string;
  readonly object?: MetricSource;
  readonly pods?: MetricSource;
  readonly resource?: MetricSource;
  readonly containerResource?: MetricSource;
  readonly external?: MetricSource;
}

export interface MetricSource {
  readonly name?: string;
  readonly container?: string;
  readonly describedObject?: TargetReference;
  readonly metric?: { readonly name: string; readonly selector?: LabelSelectorSpec };
  /** In a spec; a status has `current` instead. */
  readonly target?: MetricTarget;
  readonly current?: MetricTarget;
}

export interface MetricTarget {
  readonly type?: string;
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

export interface AutoscalerStatus {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
  readonly currentMetrics?: readonly Metric[] | null;
}

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

export function specOf({ spec }: JsonObject): AutoscalerSpec {
  return (spec ?? {}) as unknown as AutoscalerSpec;
}

export function statusOf({ status }: JsonObject): AutoscalerStatus {
  return (status ?? {}) as unknown as AutoscalerStatus;
}
