// Follows pkg/registry/apps/deployment/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Deployment } from '../../../../api/apps/v1.js';
import { annotationsOf, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { changesContent } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { applyPodTemplateDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import {
  dropTerminatingReplicas,
  nameWarnings,
  readyColumn,
  scaleSubresource,
  selectorColumn,
  templateColumns,
  workloadStrategies,
} from '../../../workloads/index.js';
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from './validation.js';

export const deployments = builtInResource<Deployment>('apps/v1', 'Deployment', {
  ...podSpecAt('spec.template.spec'),
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    readyColumn,
    textColumn('Up-to-date', 'status.updatedReplicas', { unset: 0 }),
    textColumn('Available', 'status.availableReplicas', { unset: 0 }),
    ageColumn,
    ...templateColumns,
    selectorColumn,
  ],
  applyDefaults,
  strategies: workloadStrategies<Deployment>(
    {
      validate: validateDeployment,
      validateUpdate: validateDeploymentUpdate,
      warningsOnCreate: nameWarnings,
    },
    {
      generation: ({ object, old }) =>
        changesContent({ object, old }) || !jsonEqual(annotationsOf(object), annotationsOf(old)),
      statusKeeps: ['labels'],
      validateStatus: validateDeploymentStatus,
      prepareStatus: dropTerminatingReplicas,
    },
  ),
  subresources: { scale: scaleSubresource },
});

function applyDefaults({ spec }: Deployment): void {
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
