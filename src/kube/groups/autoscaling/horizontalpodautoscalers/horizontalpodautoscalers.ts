import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource, type TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { specOf, statusOf } from './autoscaler.js';
import { contentAnnotations, fromV1, toV1 } from './conversion.js';
import { applyDefaults } from './defaults.js';
import { metricsText } from './metrics-text.js';
import { validateAutoscaler, validateAutoscalerStatus } from './validation.js';

const { main, status } = withStatusApart(
  {
    validate: (autoscaler) => validateAutoscaler(autoscaler),
    validateUpdate: ({ object, old }) => validateAutoscaler(object, old),
  },
  { generation: 'absent', metadata: 'changeable', validateStatus: validateAutoscalerStatus },
);

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('Reference', (autoscaler) => referenceText(autoscaler)),
  textColumn('Targets', (autoscaler) => metricsText(autoscaler)),
  textColumn('MinPods', (autoscaler) => `${specOf(autoscaler).minReplicas ?? '<unset>'}`),
  textColumn('MaxPods', (autoscaler) => specOf(autoscaler).maxReplicas),
  textColumn('Replicas', (autoscaler) => statusOf(autoscaler).currentReplicas ?? 0),
  ageColumn,
];

export const horizontalPodAutoscalers = defineResource({
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v2: builtInVersion('autoscaling/v2', 'HorizontalPodAutoscaler', { columns, applyDefaults }),
    v1: builtInVersion('autoscaling/v1', 'HorizontalPodAutoscaler', {
      columns: columns.map((column) => ({ ...column, valueOf: (autoscaler) => column.valueOf(fromV1(autoscaler)) })),
      applyDefaults: (autoscaler) => {
        specOf(autoscaler).minReplicas ??= 1;
        // The round trip through the hub adds the default metric and annotations, which the client then owns.
        Object.assign(autoscaler, toV1(fromV1(autoscaler)));
      },
      contentAnnotations,
      toHub: fromV1,
      fromHub: toV1,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function referenceText(autoscaler: JsonObject): string {
  const { kind, name } = specOf(autoscaler).scaleTargetRef;
  return `${kind}/${name}`;
}
