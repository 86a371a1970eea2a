import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type Metric, type MetricTarget, sourceFieldOf, specOf, statusOf } from './autoscaler.js';

const shownMetrics = 2;

/** Formats current and target values of each metric. */
export function metricsText(autoscaler: JsonObject): string {
  const { metrics = [] } = specOf(autoscaler);
  const current = statusOf(autoscaler).currentMetrics ?? [];
  if (metrics.length === 0) return '<none>';
  const texts = metrics.map((metric, index) => metricText(metric, current[index]));
  const shown = texts.slice(0, shownMetrics).join(', ');
  return texts.length > shownMetrics ? `${shown} + ${texts.length - shownMetrics} more...` : shown;
}

function metricText(metric: Metric, status: Metric | undefined): string {
  const field = sourceFieldOf(metric.type);
  if (field === undefined) return '<unknown type>';
  const { name = '', target = {} } = metric[field] ?? {};
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
function amount(value: string | undefined, current: MetricTarget | undefined): string {
  return current === undefined ? '<unknown>' : (value ?? '0');
}

function resourceText(current: MetricTarget | undefined, target: MetricTarget): string {
  if (target.averageValue) return `${amount(current?.averageValue, current)}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string): string =>
    value === undefined ? otherwise : `${value}%`;
  return `${percent(current?.averageUtilization, '<unknown>')}/${percent(target.averageUtilization, '<auto>')}`;
}
