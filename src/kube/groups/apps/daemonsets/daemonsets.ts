import {
  annotationsOf,
  compareBytes,
  type JsonObject,
  jsonEqual,
  mutableMetadataOf,
} from '../../../../apimachinery/meta/index.js';
import type { IntOrString } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { applyPodTemplateDefaults } from '../../../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import {
  countIn,
  selectorColumn,
  statusVerbs,
  templateColumns,
  type WorkloadSpec,
  workloadSpecOf,
  workloadStrategies,
} from '../../../workloads/index.js';
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validation.js';

export interface DaemonSetSpec extends WorkloadSpec {
  updateStrategy: { type?: string; rollingUpdate?: { maxUnavailable?: IntOrString; maxSurge?: IntOrString } };
}

/** Counts template changes; deprecated in favour of `metadata.generation`. */
const templateGeneration = 'deprecated.daemonset.template.generation';

const { main, status } = workloadStrategies({
  validate: validateDaemonSet,
  validateUpdate: validateDaemonSetUpdate,
  validateStatus: validateDaemonSetStatus,
  prepareStatus: ({ object, old }) => setTemplateGeneration(object, templateGenerationOf(old)),
  warnsOf: ({ object, old }) => templateGenerationOf(object) !== templateGenerationOf(old),
  more: {
    prepareForCreate: (daemonSet) => setTemplateGeneration(daemonSet, Math.max(1, templateGenerationOf(daemonSet))),
    prepareForUpdate({ object, old }) {
      const isSame = jsonEqual(templateOf(object), templateOf(old));
      setTemplateGeneration(object, templateGenerationOf(old) + (isSame ? 0 : 1));
    },
  },
});

export const daemonSets = defineResource({
  kind: 'DaemonSet',
  plural: 'daemonsets',
  shortNames: ['ds'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('apps/v1', 'DaemonSet', {
      columns: [
        nameColumn,
        integerColumn('Desired', (daemonSet) => countIn(daemonSet, 'desiredNumberScheduled')),
        integerColumn('Current', (daemonSet) => countIn(daemonSet, 'currentNumberScheduled')),
        integerColumn('Ready', (daemonSet) => countIn(daemonSet, 'numberReady')),
        integerColumn('Up-to-date', (daemonSet) => countIn(daemonSet, 'updatedNumberScheduled')),
        integerColumn('Available', (daemonSet) => countIn(daemonSet, 'numberAvailable')),
        textColumn('Node Selector', nodeSelectorText),
        ageColumn,
        ...templateColumns,
        selectorColumn,
      ],
      applyDefaults,
      contentAnnotations: [templateGeneration],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status } },
});

function applyDefaults(daemonSet: JsonObject): void {
  const spec = daemonSet['spec'] as unknown as DaemonSetSpec;
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

function templateOf(daemonSet: JsonObject): JsonObject {
  return workloadSpecOf(daemonSet).template as unknown as JsonObject;
}

function templateGenerationOf(daemonSet: JsonObject): number {
  return Number(annotationsOf(daemonSet)[templateGeneration] ?? 0) || 0;
}

function setTemplateGeneration(daemonSet: JsonObject, generation: number): void {
  const metadata = mutableMetadataOf(daemonSet);
  metadata['annotations'] = { ...annotationsOf(daemonSet), [templateGeneration]: String(generation) };
}

function nodeSelectorText(daemonSet: JsonObject): string {
  const { nodeSelector = {} } = workloadSpecOf(daemonSet).template.spec;
  const pairs = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || '<none>';
}
