// Follows pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go (v1.36)
// Follows pkg/apis/autoscaling/v2/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { HorizontalPodAutoscaler as V1Autoscaler } from '../../../../api/autoscaling/v1.js';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '../../../../api/autoscaling/v2.js';
import { specAndStatus, type TableColumn } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabled, prepareBy } from '../../../feature-gates/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { contentAnnotations, fromV1, toV1 } from './conversion.js';
import { applyDefaults } from './defaults.js';
import { type MetricSource, sourceFieldOf } from './metric-sources.js';
import { validateAutoscaler, validateAutoscalerStatus, validateAutoscalerUpdate } from './validation.js';

const columns: readonly TableColumn<HorizontalPodAutoscaler>[] = [
  nameColumn,
  textColumn('Reference', ({ spec: { scaleTargetRef } }) => `${scaleTargetRef.kind}/${scaleTargetRef.name}`, {
    field: 'spec.scaleTargetRef',
  }),
  textColumn('Targets', metricsText, { field: 'spec.metrics' }),
  textColumn('MinPods', ({ spec }) => `${spec.minReplicas ?? '<unset>'}`, { field: 'spec.minReplicas' }),
  textColumn('MaxPods', 'spec.maxReplicas'),
  textColumn('Replicas', 'status.currentReplicas', { unset: 0 }),
  ageColumn,
];

export const horizontalPodAutoscalers = builtInResource<HorizontalPodAutoscaler>(
  'autoscaling/v2',
  'HorizontalPodAutoscaler',
  {
    plural: 'horizontalpodautoscalers',
    shortNames: ['hpa'],
    categories: ['all'],
    scope: 'Namespaced',
    columns,
    applyDefaults,
    otherVersions: {
      v1: {
        columns: columns.map((column) => ({
          ...column,
          valueOf: (autoscaler) => column.valueOf(fromV1(autoscaler) as HorizontalPodAutoscaler),
        })),
        applyDefaults: (autoscaler: V1Autoscaler) => {
          autoscaler.spec.minReplicas ??= 1;
          // The round trip through the hub adds the default metric and annotations, which the client then owns.
          Object.assign(autoscaler, toV1(fromV1(autoscaler)));
        },
        contentAnnotations,
        toHub: fromV1,
        fromHub: (autoscaler) => toV1(autoscaler) as V1Autoscaler,
      },
    },
    strategies: specAndStatus<HorizontalPodAutoscaler>(
      {
        ...prepareBy(
          dropDisabled<HorizontalPodAutoscaler>([
            {
              gates: ['HPAConfigurableTolerance'],
              fields: ['spec.behavior.scaleDown.tolerance', 'spec.behavior.scaleUp.tolerance'],
            },
          ]),
        ),
        validate: validateAutoscaler,
        validateUpdate: validateAutoscalerUpdate,
      },
      { generation: 'absent', statusKeeps: [], validateStatus: validateAutoscalerStatus },
    ),
  },
);

const shownMetrics = 2;
const noTarget = { type: '' };

/** Formats current and target values of each metric. */
function metricsText({ spec: { metrics = [] }, status }: HorizontalPodAutoscaler): string {
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
