// Follows pkg/apis/autoscaling/validation/validation.go (v1.36)

import type { HorizontalPodAutoscalerSpec, MetricSpec, MetricTarget } from '../../../../api/autoscaling/v2.js';
import {
  checkDns1123Label,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  Quantity,
} from '../../../../apimachinery/validation/index.js';
import { eachItem, validateRequired } from '../../../field-checks.js';
import { validateContainerResourceName } from '../../../pod-spec/index.js';
import { type MetricSource, type SourceField, sourceFieldOf, sourceFields } from './metric-sources.js';
import { validateReference } from './reference-validation.js';

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

export function validateMetrics(
  { metrics = [], minReplicas }: HorizontalPodAutoscalerSpec,
  path: FieldPath,
): FieldError[] {
  const errors = eachItem(metrics, path, validateMetric);
  const wakes = metrics.some(({ type }) => type === 'Object' || type === 'External');
  if (minReplicas !== 0 || wakes) return errors;
  const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [...errors, path.forbidden(detail)];
}

function validateMetric(metric: MetricSpec, path: FieldPath): FieldError[] {
  const { type } = metric;
  const errors = validateRequired(type, path.child('type'), 'must specify a metric source type');
  const expected = sourceFieldOf(type);
  if (expected === undefined) errors.push(path.child('type').notSupported(type, types));
  const present = Object.values(sourceFields).filter((field) => metric[field] !== undefined);
  const [first] = present;
  if (first !== undefined) errors.push(...validateSource(first, metric[first] ?? {}, path.child(first)));
  // Upstream reports this again when it looks up the source.
  if (expected === undefined) errors.push(path.child('type').notSupported(type, types));
  else if (metric[expected] === undefined) {
    errors.push(path.child(expected).required('must populate information for the given metric source'));
  }
  if (present.length === 1) return errors;
  const others = present.filter((field) => field !== expected);
  return [
    ...errors,
    ...others.map((field) => path.child(field).forbidden('must populate the given metric source only')),
  ];
}

function validateSource(field: SourceField, source: MetricSource, path: FieldPath): FieldError[] {
  const { describedObject, target = { type: '' }, metric } = source;
  return [
    ...(describedObject
      ? validateReference(describedObject, path.child('describedObject'), { allowsEmptyGroup: true })
      : []),
    ...(metric ? validateIdentifier(metric.name, path.child('metric', 'name')) : validateNames(field, source, path)),
    ...validateTarget(target, path.child('target')),
    ...combinationErrors(field, target, path.child('target')),
  ];
}

function validateIdentifier(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [path.required('must specify a metric name')] : path.check(name, checkPathSegmentName);
}

function validateNames(field: SourceField, { name, container = '' }: MetricSource, path: FieldPath): FieldError[] {
  const errors = validateRequired(name, path.child('name'), 'must specify a resource name');
  if (field !== 'containerResource') return errors;
  if (name) errors.push(...validateContainerResourceName(name, path.child('name')));
  const place = path.child('container');
  return container === ''
    ? [...errors, place.required('must specify a container')]
    : [...errors, ...place.check(container, checkDns1123Label)];
}

function validateTarget(
  { type, value, averageValue, averageUtilization }: MetricTarget,
  path: FieldPath,
): FieldError[] {
  const errors = validateRequired(type, path.child('type'), 'must specify a metric target type');
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(path.child('type').invalid(type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const [field, amount] of Object.entries({ value, averageValue })) {
    if (amount === undefined || Quantity.parse(amount).sign > 0) continue;
    errors.push(path.child(field).invalid(amount, 'must be positive'));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(path.child('averageUtilization').invalid(averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

/** Checks which target values a source supports. */
function combinationErrors(field: SourceField, target: MetricTarget, path: FieldPath): FieldError[] {
  const { value, averageValue, averageUtilization } = target;
  switch (field) {
    case 'object':
      return value || averageValue
        ? []
        : [path.child('averageValue').required('must set either a target value or averageValue')];
    case 'external': {
      if (value && averageValue) {
        return [path.child('value').forbidden('may not set both a target value for metric and a per-pod target')];
      }
      const missing = 'must set either a target value for metric or a per-pod target';
      return value || averageValue ? [] : [path.child('averageValue').required(missing)];
    }
    case 'pods':
      return averageValue ? [] : [path.child('averageValue').required('must specify a positive target averageValue')];
    default: {
      const hasUtilization = averageUtilization !== undefined;
      const both = 'may not set both a target raw value and a target utilization';
      if (hasUtilization && averageValue) return [path.child('averageValue').forbidden(both)];
      const missing = 'must set either a target raw value or a target utilization';
      return hasUtilization || averageValue ? [] : [path.child('averageUtilization').required(missing)];
    }
  }
}
