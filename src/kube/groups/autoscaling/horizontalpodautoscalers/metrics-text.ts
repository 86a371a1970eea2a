// Follows pkg/printers/internalversion/printers.go (v1.36)

import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '../../../../api/autoscaling/v2.js';
import { type MetricSource, sourceFieldOf } from './metric-sources.js';

const shownMetrics = 2;
const noTarget = { type: '' };

/** Formats current and target values of each metric. */
export function metricsText({ spec: { metrics = [] }, status }: HorizontalPodAutoscaler): string {
  const current = status.currentMetrics ?? [];
  if (metrics.length === 0) return '<none>';
  const texts = metrics.map((metric, index) => metricText(metric, current[index]));
  const shown = texts.slice(0, shownMetrics).join(', ');
  return texts.length > shownMetrics ? `${shown} + ${texts.length - shownMetrics} more...` : shown;
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  const field = sourceFieldOf(metric.type);
  if (field === undefined) return '<unknown type>';
  const { name = '', target = noTarget }: MetricSource = metric[field] ?? {};
  const current = status?.[field]?.current;
  switch (field) {
    case 'pods':
      return `${amount(current?.averageValue, current)}/${target.averageValue}`;
    case 'object':
    case 'external':
      return target.averageValue
        ? `${current?.averageValue ?? '<unknown>'}/${target.averageValue} (avg)`
        : `${amount(current?.value, current)}/${target.value}`;
    default:
      return `${name}: ${resourceText(current, target)}`;
  }
}

/** A missing value is 0 if the status of the metric is known. */
function amount(value: string | undefined, current: MetricValueStatus | undefined): string {
  return current === undefined ? '<unknown>' : (value ?? '0');
}

function resourceText(current: MetricValueStatus | undefined, target: MetricValueStatus): string {
  if (target.averageValue) return `${amount(current?.averageValue, current)}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string): string =>
    value === undefined ? otherwise : `${value}%`;
  return `${percent(current?.averageUtilization, '<unknown>')}/${percent(target.averageUtilization, '<auto>')}`;
}
