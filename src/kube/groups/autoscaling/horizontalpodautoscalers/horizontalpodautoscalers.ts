// Follows pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go (v1.36)
// Follows pkg/apis/autoscaling/v2/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { HorizontalPodAutoscaler as V1Autoscaler } from '../../../../api/autoscaling/v1.js';
import type { HorizontalPodAutoscaler, HPAScalingRules } from '../../../../api/autoscaling/v2.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import { defineResource, specAndStatus, type TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { contentAnnotations, fromV1, toV1 } from './conversion.js';
import { applyDefaults } from './defaults.js';
import { metricsText } from './metrics-text.js';
import { validateAutoscaler, validateAutoscalerStatus, validateAutoscalerUpdate } from './validation.js';

const { main, status } = specAndStatus<HorizontalPodAutoscaler>(
  {
    prepareForCreate: (autoscaler, { features }) => dropTolerance(autoscaler, features),
    prepareForUpdate({ object, old }, { features }) {
      if (!rulesOf(old).some(({ tolerance }) => tolerance !== undefined)) dropTolerance(object, features);
    },
    validate: validateAutoscaler,
    validateUpdate: validateAutoscalerUpdate,
  },
  { generation: 'absent', statusKeeps: [], validateStatus: validateAutoscalerStatus },
);

function rulesOf({ spec }: HorizontalPodAutoscaler): HPAScalingRules[] {
  return [spec.behavior?.scaleDown, spec.behavior?.scaleUp].filter((rules) => rules !== undefined && rules !== null);
}

function dropTolerance(autoscaler: HorizontalPodAutoscaler, features: FeatureGates): void {
  if (features.isEnabled('HPAConfigurableTolerance')) return;
  for (const rules of rulesOf(autoscaler)) delete rules.tolerance;
}

const columns: readonly TableColumn<HorizontalPodAutoscaler>[] = [
  nameColumn,
  textColumn('Reference', ({ spec: { scaleTargetRef } }) => `${scaleTargetRef.kind}/${scaleTargetRef.name}`, {
    description: ['autoscaling/v2.HorizontalPodAutoscalerSpec', 'scaleTargetRef'],
  }),
  textColumn('Targets', metricsText, { description: ['autoscaling/v2.HorizontalPodAutoscalerSpec', 'metrics'] }),
  textColumn('MinPods', ({ spec }) => `${spec.minReplicas ?? '<unset>'}`, {
    description: ['autoscaling/v2.HorizontalPodAutoscalerSpec', 'minReplicas'],
  }),
  textColumn('MaxPods', ({ spec }) => spec.maxReplicas, {
    description: ['autoscaling/v2.HorizontalPodAutoscalerSpec', 'maxReplicas'],
  }),
  textColumn('Replicas', (autoscaler) => autoscaler.status.currentReplicas ?? 0, {
    description: ['autoscaling/v2.HorizontalPodAutoscalerStatus', 'currentReplicas'],
  }),
  ageColumn,
];

export const horizontalPodAutoscalers = defineResource<HorizontalPodAutoscaler>({
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v2: builtInVersion('autoscaling/v2', 'HorizontalPodAutoscaler', { columns, applyDefaults }),
    v1: builtInVersion<V1Autoscaler>('autoscaling/v1', 'HorizontalPodAutoscaler', {
      columns: columns.map((column) => ({
        ...column,
        valueOf: (autoscaler) => column.valueOf(fromV1(autoscaler) as HorizontalPodAutoscaler),
      })),
      applyDefaults: (autoscaler) => {
        autoscaler.spec.minReplicas ??= 1;
        // The round trip through the hub adds the default metric and annotations, which the client then owns.
        Object.assign(autoscaler, toV1(fromV1(autoscaler)));
      },
      contentAnnotations,
      toHub: fromV1,
      fromHub: (autoscaler) => toV1(autoscaler) as V1Autoscaler,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
