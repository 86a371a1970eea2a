// Follows pkg/apis/autoscaling/v1/conversion.go (v1.36)

import { type JsonObject, type JsonValue, jsonEqual, objectIn } from '../../../../apimachinery/meta/index.js';
import { type SourceField, sourceFieldOf } from './metric-sources.js';

/** Target or current value of a metric. */
export type MetricSide = 'target' | 'current';

/** Removes undefined members. */
function compact(fields: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Converts a metric to the flat form in v1 annotations. */
export function toV1Metric(metric: JsonObject, side: MetricSide): JsonObject {
  const field = sourceFieldOf(String(metric['type']));
  if (field === undefined || metric[field] === undefined) return metric;
  const source = objectIn(metric[field]);
  return { type: metric['type'] as string, [field]: flat(field, source, side) };
}

function flat(field: SourceField, source: JsonObject, side: MetricSide): JsonObject {
  const amounts = objectIn(source[side]);
  const { name: metricName, selector } = objectIn(source['metric']);
  const { value, averageValue, averageUtilization } = amounts;
  const isStatus = side === 'current';
  switch (field) {
    case 'object':
      return compact({
        target: inOrder(objectIn(source['describedObject'])),
        metricName,
        [`${side}Value`]: value ?? '0',
        selector,
        averageValue,
      });
    case 'pods':
      return compact({ metricName, [`${side}AverageValue`]: averageValue ?? '0', selector });
    case 'external':
      return compact({
        metricName,
        metricSelector: selector,
        [`${side}Value`]: isStatus ? (value ?? '0') : value,
        [`${side}AverageValue`]: averageValue,
      });
    default:
      return compact({
        name: source['name'],
        [`${side}AverageUtilization`]: averageUtilization,
        [`${side}AverageValue`]: isStatus ? (averageValue ?? '0') : averageValue,
        container: source['container'],
      });
  }
}

export function fromV1Metric(metric: JsonObject, side: MetricSide): JsonObject {
  const field = sourceFieldOf(String(metric['type']));
  if (field === undefined || metric[field] === undefined) return metric;
  return { type: metric['type'] as string, [field]: nested(field, objectIn(metric[field]), side) };
}

function nested(field: SourceField, source: JsonObject, side: MetricSide): JsonObject {
  const metric = compact({
    name: source['metricName'] ?? '',
    selector: source[field === 'external' ? 'metricSelector' : 'selector'],
  });
  const amounts = compact({
    ...(side === 'target' && { type: targetTypeOf(field, source) }),
    value: amountOf(field, source, side),
    averageValue: source[field === 'object' ? 'averageValue' : `${side}AverageValue`],
    averageUtilization: source[`${side}AverageUtilization`],
  });
  switch (field) {
    case 'object':
      return compact({ describedObject: source['target'], [side]: amounts, metric });
    case 'pods':
    case 'external':
      return { metric, [side]: amounts };
    default:
      return compact({ name: source['name'], [side]: amounts, container: source['container'] });
  }
}

/** In v1, an object metric with an average value has a zero target value, which is not set by the user. */
function amountOf(field: SourceField, source: JsonObject, side: MetricSide): JsonValue | undefined {
  const value = source[`${side}Value`];
  const isUnset = field === 'object' && side === 'target' && source['averageValue'] && jsonEqual(value, '0');
  return isUnset ? undefined : value;
}

function targetTypeOf(field: SourceField, source: JsonObject): string {
  switch (field) {
    case 'object':
      return source['averageValue'] === undefined ? 'Value' : 'AverageValue';
    case 'external':
      return source['targetValue'] === undefined ? 'AverageValue' : 'Value';
    case 'pods':
      return 'AverageValue';
    default:
      return source['targetAverageUtilization'] === undefined ? 'AverageValue' : 'Utilization';
  }
}

/** Orders the fields of a reference as v1 does: clients see the text. */
function inOrder({ kind, name, ...rest }: JsonObject): JsonObject {
  return compact({ kind, name, ...rest });
}
