// Follows pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go (v1.36)
// Follows pkg/apis/autoscaling/v2/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { HorizontalPodAutoscaler as V1Autoscaler } from '../../../../api/autoscaling/v1.js';
import type { HorizontalPodAutoscaler } from '../../../../api/autoscaling/v2.js';
import { specAndStatus, type TableColumn } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabled, prepareBy } from '../../../feature-gates/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { contentAnnotations, fromV1, toV1 } from './conversion.js';
import { applyDefaults } from './defaults.js';
import { metricsText } from './metrics-text.js';
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
