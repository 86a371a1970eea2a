import { annotationsOf, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import type { IntOrString } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { applyPodTemplateDefaults } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import {
  countIn,
  nameWarnings,
  readyColumn,
  scaleSubresource,
  selectorColumn,
  statusVerbs,
  templateColumns,
  type WorkloadSpec,
  workloadStrategies,
} from '../../../workloads/index.js';
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from './validation.js';

export interface DeploymentSpec extends WorkloadSpec {
  strategy: { type?: string; rollingUpdate?: { maxUnavailable?: IntOrString; maxSurge?: IntOrString } };
  progressDeadlineSeconds?: number;
}

const { main, status } = workloadStrategies({
  validate: validateDeployment,
  validateUpdate: validateDeploymentUpdate,
  validateStatus: validateDeploymentStatus,
  statusKeeps: ['labels'],
  countsAlso: ({ object, old }) => !jsonEqual(annotationsOf(object), annotationsOf(old)),
  more: { warningsOnCreate: nameWarnings },
});

export const deployments = defineResource({
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('apps/v1', 'Deployment', {
      columns: [
        nameColumn,
        readyColumn,
        textColumn('Up-to-date', (deployment) => countIn(deployment, 'updatedReplicas')),
        textColumn('Available', (deployment) => countIn(deployment, 'availableReplicas')),
        ageColumn,
        ...templateColumns,
        selectorColumn,
      ],
      applyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status }, scale: scaleSubresource },
});

function applyDefaults(deployment: JsonObject): void {
  const spec = deployment['spec'] as unknown as DeploymentSpec;
  spec.replicas ??= 1;
  const { strategy } = spec;
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {};
    strategy.rollingUpdate.maxUnavailable ??= '25%';
    strategy.rollingUpdate.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  applyPodTemplateDefaults(spec.template);
}
