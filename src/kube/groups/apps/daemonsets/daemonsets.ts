// Follows pkg/registry/apps/daemonset/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { DaemonSet } from '../../../../api/apps/v1.js';
import { annotationsOf, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { applyPodTemplateDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, formatLabels, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { selectorColumn, templateColumns, workloadStrategies } from '../../../workloads/index.js';
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validation.js';

/** Counts template changes; deprecated in favour of `metadata.generation`. */
const templateGeneration = 'deprecated.daemonset.template.generation';

export const daemonSets = builtInResource<DaemonSet>('apps/v1', 'DaemonSet', {
  ...podSpecAt('spec.template.spec'),
  plural: 'daemonsets',
  shortNames: ['ds'],
  categories: ['all'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    integerColumn('Desired', 'status.desiredNumberScheduled'),
    integerColumn('Current', 'status.currentNumberScheduled'),
    integerColumn('Ready', 'status.numberReady'),
    integerColumn('Up-to-date', 'status.updatedNumberScheduled'),
    integerColumn('Available', 'status.numberAvailable'),
    textColumn('Node Selector', ({ spec }) => formatLabels(spec.template.spec.nodeSelector), {
      description: ['core/v1.PodSpec', 'nodeSelector'],
    }),
    ageColumn,
    ...templateColumns,
    selectorColumn,
  ],
  applyDefaults,
  contentAnnotations: [templateGeneration],
  strategies: workloadStrategies<DaemonSet>(
    {
      prepareForCreate: (daemonSet) => setTemplateGeneration(daemonSet, Math.max(1, templateGenerationOf(daemonSet))),
      prepareForUpdate({ object, old }) {
        const isSame = jsonEqual(object.spec.template, old.spec.template);
        setTemplateGeneration(object, templateGenerationOf(old) + (isSame ? 0 : 1));
      },
      validate: validateDaemonSet,
      validateUpdate: validateDaemonSetUpdate,
    },
    {
      validateStatus: validateDaemonSetStatus,
      prepareStatus: ({ object, old }) => setTemplateGeneration(object, templateGenerationOf(old)),
      warnsOf: ({ object, old }) => templateGenerationOf(object) !== templateGenerationOf(old),
    },
  ),
});

function applyDefaults(daemonSet: DaemonSet): void {
  const { spec } = daemonSet;
  const { updateStrategy } = spec;
  updateStrategy.type ||= 'RollingUpdate';
  if (updateStrategy.type === 'RollingUpdate') {
    updateStrategy.rollingUpdate ??= {};
    updateStrategy.rollingUpdate.maxUnavailable ??= 1;
  }
  // Both are always set.
  if (updateStrategy.rollingUpdate) {
    updateStrategy.rollingUpdate.maxUnavailable ??= 0;
    updateStrategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  applyPodTemplateDefaults(spec.template);
  // Always set, so that its field manager owns it.
  if (annotationsOf(daemonSet)[templateGeneration] === undefined) setTemplateGeneration(daemonSet, 0);
}

function templateGenerationOf(daemonSet: DaemonSet): number {
  return Number(annotationsOf(daemonSet)[templateGeneration] ?? 0) || 0;
}

function setTemplateGeneration(daemonSet: DaemonSet, generation: number): void {
  daemonSet.metadata.annotations = { ...annotationsOf(daemonSet), [templateGeneration]: String(generation) };
}
