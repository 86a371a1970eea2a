// Follows pkg/apis/autoscaling/validation/validation.go (v1.36)

import type { HorizontalPodAutoscalerSpec, MetricSpec, MetricTarget } from '../../../../api/autoscaling/v2.js';
import {
  checkDns1123Label,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  Quantity,
  required,
} from '../../../../apimachinery/validation/index.js';
import { checked, eachItem, validateRequired } from '../../../field-checks.js';
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
  return [...errors, forbidden(path, detail)];
}

function validateMetric(metric: MetricSpec, path: FieldPath): FieldError[] {
  const { type } = metric;
  const errors = validateRequired(type, path.child('type'), 'must specify a metric source type');
  const expected = sourceFieldOf(type);
  if (expected === undefined) errors.push(notSupported(path.child('type'), type, types));
  const present = Object.values(sourceFields).filter((field) => metric[field] !== undefined);
  const [first] = present;
  if (first !== undefined) errors.push(...validateSource(first, metric[first] ?? {}, path.child(first)));
  // Upstream reports this again when it looks up the source.
  if (expected === undefined) errors.push(notSupported(path.child('type'), type, types));
  else if (metric[expected] === undefined) {
    errors.push(required(path.child(expected), 'must populate information for the given metric source'));
  }
  if (present.length === 1) return errors;
  const others = present.filter((field) => field !== expected);
  return [
    ...errors,
    ...others.map((field) => forbidden(path.child(field), 'must populate the given metric source only')),
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
  return name === '' ? [required(path, 'must specify a metric name')] : checked(name, checkPathSegmentName, path);
}

function validateNames(field: SourceField, { name, container = '' }: MetricSource, path: FieldPath): FieldError[] {
  const errors = validateRequired(name, path.child('name'), 'must specify a resource name');
  if (field !== 'containerResource') return errors;
  if (name) errors.push(...validateContainerResourceName(name, path.child('name')));
  const place = path.child('container');
  return container === ''
    ? [...errors, required(place, 'must specify a container')]
    : [...errors, ...checked(container, checkDns1123Label, place)];
}

function validateTarget(
  { type, value, averageValue, averageUtilization }: MetricTarget,
  path: FieldPath,
): FieldError[] {
  const errors = validateRequired(type, path.child('type'), 'must specify a metric target type');
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalidValue(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const [field, amount] of Object.entries({ value, averageValue })) {
    if (amount === undefined || Quantity.parse(amount).sign > 0) continue;
    errors.push(invalidValue(path.child(field), amount, 'must be positive'));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalidValue(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
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
        : [required(path.child('averageValue'), 'must set either a target value or averageValue')];
    case 'external': {
      if (value && averageValue) {
        return [forbidden(path.child('value'), 'may not set both a target value for metric and a per-pod target')];
      }
      const missing = 'must set either a target value for metric or a per-pod target';
      return value || averageValue ? [] : [required(path.child('averageValue'), missing)];
    }
    case 'pods':
      return averageValue ? [] : [required(path.child('averageValue'), 'must specify a positive target averageValue')];
    default: {
      const hasUtilization = averageUtilization !== undefined;
      const both = 'may not set both a target raw value and a target utilization';
      if (hasUtilization && averageValue) return [forbidden(path.child('averageValue'), both)];
      const missing = 'must set either a target raw value or a target utilization';
      return hasUtilization || averageValue ? [] : [required(path.child('averageUtilization'), missing)];
    }
  }
}
