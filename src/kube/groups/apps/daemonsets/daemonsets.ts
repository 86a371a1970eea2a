// Follows pkg/registry/apps/daemonset/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { DaemonSet } from '../../../../api/apps/v1.js';
import { annotationsOf, compareBytes, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { applyPodTemplateDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { selectorColumn, statusVerbs, templateColumns, workloadStrategies } from '../../../workloads/index.js';
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validation.js';

/** Counts template changes; deprecated in favour of `metadata.generation`. */
const templateGeneration = 'deprecated.daemonset.template.generation';

const { main, status } = workloadStrategies<DaemonSet>(
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
);

export const daemonSets = defineResource<DaemonSet>({
  ...podSpecAt('spec.template.spec'),
  kind: 'DaemonSet',
  plural: 'daemonsets',
  shortNames: ['ds'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion<DaemonSet>('apps/v1', 'DaemonSet', {
      columns: [
        nameColumn,
        integerColumn('Desired', (daemonSet) => daemonSet.status.desiredNumberScheduled, {
          description: ['apps/v1.DaemonSetStatus', 'desiredNumberScheduled'],
        }),
        integerColumn('Current', (daemonSet) => daemonSet.status.currentNumberScheduled, {
          description: ['apps/v1.DaemonSetStatus', 'currentNumberScheduled'],
        }),
        integerColumn('Ready', (daemonSet) => daemonSet.status.numberReady, {
          description: ['apps/v1.DaemonSetStatus', 'numberReady'],
        }),
        integerColumn('Up-to-date', (daemonSet) => daemonSet.status.updatedNumberScheduled ?? 0, {
          description: ['apps/v1.DaemonSetStatus', 'updatedNumberScheduled'],
        }),
        integerColumn('Available', (daemonSet) => daemonSet.status.numberAvailable ?? 0, {
          description: ['apps/v1.DaemonSetStatus', 'numberAvailable'],
        }),
        textColumn('Node Selector', nodeSelectorText, { description: ['core/v1.PodSpec', 'nodeSelector'] }),
        ageColumn,
        ...templateColumns,
        selectorColumn('apps/v1.DaemonSetSpec'),
      ],
      applyDefaults,
      contentAnnotations: [templateGeneration],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status } },
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

function nodeSelectorText(daemonSet: DaemonSet): string {
  const { nodeSelector = {} } = daemonSet.spec.template.spec;
  const pairs = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || '<none>';
}
