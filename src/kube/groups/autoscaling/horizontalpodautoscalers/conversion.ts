// Follows pkg/apis/autoscaling/v1/conversion.go (v1.36)

import { decodeJson, encodeJson } from '../../../../apimachinery/codec/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  listIn,
  mutableMetadataOf,
  objectIn,
  textIn,
} from '../../../../apimachinery/meta/index.js';
import { VerbatimValue } from '../../../../apimachinery/validation/index.js';
import { goValue } from '../../../types/index.js';
import { cpuMetric } from './defaults.js';
import { fromV1Metric, type MetricSide, toV1Metric } from './v1-metrics.js';

/** Annotations in which v1 stores fields that it lacks. */
const annotations = {
  metrics: 'autoscaling.alpha.kubernetes.io/metrics',
  behavior: 'autoscaling.alpha.kubernetes.io/behavior',
  currentMetrics: 'autoscaling.alpha.kubernetes.io/current-metrics',
  conditions: 'autoscaling.alpha.kubernetes.io/conditions',
};

export const contentAnnotations: readonly string[] = Object.values(annotations);

const behaviorType = 'autoscaling/v2.HorizontalPodAutoscalerBehavior';

export function toV1(autoscaler: JsonObject): JsonObject {
  const { metrics, behavior, ...spec } = objectIn(autoscaler['spec']);
  const { currentMetrics, conditions, ...status } = objectIn(autoscaler['status']);
  const all = listIn(metrics).map(objectIn);
  const utilization = all.map((metric) => cpuUtilizationOf(metric, 'target')).find((value) => value !== undefined);
  const others = all.filter((metric) => cpuUtilizationOf(metric, 'target') === undefined);
  const current = listIn(currentMetrics).map(objectIn);
  const used = current.map((metric) => cpuUtilizationOf(metric, 'current')).findLast((value) => value !== undefined);
  return {
    ...autoscaler,
    metadata: annotated(autoscaler, {
      [annotations.metrics]: others.map((metric) => toV1Metric(metric, 'target')),
      [annotations.currentMetrics]: current.map((metric) => toV1Metric(metric, 'current')),
      [annotations.behavior]: behavior === undefined ? [] : goValue(behaviorType, behavior),
      [annotations.conditions]: conditions ?? [],
    }),
    spec: { ...spec, ...(utilization !== undefined && { targetCPUUtilizationPercentage: utilization }) },
    status: { currentReplicas: 0, ...status, ...(used !== undefined && { currentCPUUtilizationPercentage: used }) },
  };
}

export function fromV1(autoscaler: JsonObject): JsonObject {
  const kept = objectIn(mutableMetadataOf(autoscaler)['annotations']);
  const { targetCPUUtilizationPercentage: utilization, ...spec } = objectIn(autoscaler['spec']);
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...status } = objectIn(autoscaler['status']);
  const metrics = [
    ...keptMetrics(kept, annotations.metrics, 'target'),
    ...(typeof utilization === 'number' ? [cpuMetric(utilization)] : []),
  ];
  const current = keptMetrics(kept, annotations.currentMetrics, 'current');
  if (used !== undefined) {
    const metric = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: used } } };
    // The annotation that the round trip adds has an average value of zero, which the hub does not have.
    const isAdded =
      current.length === 1 && jsonEqual(current, [fromV1Metric(toV1Metric(metric, 'current'), 'current')]);
    if (current.length === 0 || isAdded) current.splice(0, 1, metric);
  }
  const behavior = withJsonNames(keptValue(kept, annotations.behavior));
  const conditions = keptValue(kept, annotations.conditions);
  return {
    ...autoscaler,
    metadata: annotated(autoscaler, {}),
    spec: {
      ...spec,
      metrics: metrics.length === 0 ? [cpuMetric()] : metrics,
      ...(isJsonObject(behavior) && Object.keys(behavior).length > 0 && { behavior }),
    },
    status: {
      ...status,
      ...(currentReplicas !== 0 && currentReplicas !== undefined && { currentReplicas }),
      currentMetrics: current.length === 0 ? null : current,
      ...(Array.isArray(conditions) && conditions.length > 0 && { conditions }),
    },
  };
}

function cpuUtilizationOf(metric: JsonObject, side: MetricSide): JsonValue | undefined {
  const resource = objectIn(metric['resource']);
  if (metric['type'] !== 'Resource' || resource['name'] !== 'cpu') return undefined;
  return objectIn(resource[side])['averageUtilization'];
}

/** Returns the metadata with these annotations replaced; empty values are omitted. */
function annotated(autoscaler: JsonObject, values: Readonly<Record<string, JsonValue | VerbatimValue>>): JsonObject {
  const { annotations: given, ...metadata } = mutableMetadataOf(autoscaler);
  const others = Object.entries(objectIn(given)).filter(([name]) => !contentAnnotations.includes(name));
  const added = Object.entries(values).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  const all: JsonObject = Object.fromEntries([
    ...others,
    ...added.map(([name, value]): [string, string] => [name, textOf(value)]),
  ]);
  return Object.keys(all).length === 0 ? metadata : { ...metadata, annotations: all };
}

function textOf(value: JsonValue | VerbatimValue): string {
  return value instanceof VerbatimValue ? value.text : Buffer.from(encodeJson(value)).toString().trimEnd();
}

function keptMetrics(kept: JsonObject, annotation: string, side: MetricSide): JsonValue[] {
  return listIn(keptValue(kept, annotation)).map((metric) => fromV1Metric(objectIn(metric), side));
}

/** Decodes an annotation; undefined if it is missing or invalid, since clients can write it. */
function keptValue(kept: JsonObject, annotation: string): JsonValue | undefined {
  const text = textIn(kept[annotation]);
  if (text === '') return undefined;
  try {
    return decodeJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}

/** The behavior is stored with Go field names. */
function withJsonNames(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withJsonNames(item) as JsonValue);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    entries.map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), withJsonNames(member) as JsonValue]),
  );
}
