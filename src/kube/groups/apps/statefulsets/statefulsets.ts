// Follows pkg/registry/apps/statefulset/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)

import type { StatefulSet } from '../../../../api/apps/v1.js';
import { FieldPath, nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabled, prepareBy } from '../../../feature-gates/index.js';
import { applyPodTemplateDefaults, claimSpecWarnings, podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { readyColumn, scaleSubresource, templateColumns, workloadStrategies } from '../../../workloads/index.js';
import { validateStatefulSet, validateStatefulSetStatus, validateStatefulSetUpdate } from './validation.js';

export const statefulSets = builtInResource<StatefulSet>('apps/v1', 'StatefulSet', {
  ...podSpecAt('spec.template.spec'),
  plural: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  scope: 'Namespaced',
  columns: [nameColumn, readyColumn, ageColumn, ...templateColumns],
  applyDefaults,
  strategies: workloadStrategies<StatefulSet>(
    {
      nameRule: nameIsDnsLabel,
      validate: validateStatefulSet,
      validateUpdate: validateStatefulSetUpdate,
      ...prepareBy(
        dropDisabled<StatefulSet>([
          { gates: ['MaxUnavailableStatefulSet'], fields: ['spec.updateStrategy.rollingUpdate.maxUnavailable'] },
        ]),
      ),
      warningsOnCreate: (statefulSet) => [
        ...claimWarnings(statefulSet, (claim) => claim),
        ...historyWarnings(statefulSet),
      ],
      warningsOnUpdate: ({ object }) => [
        ...claimWarnings(object, (claim) => claim.child('Spec')),
        ...historyWarnings(object),
      ],
    },
    { validateStatus: validateStatefulSetStatus },
  ),
  subresources: { scale: scaleSubresource },
});

function applyDefaults({ spec }: StatefulSet, features: FeatureGates): void {
  const { updateStrategy } = spec;
  spec.podManagementPolicy ||= 'OrderedReady';
  if (!updateStrategy.type) {
    updateStrategy.type = 'RollingUpdate';
    updateStrategy.rollingUpdate ??= {};
  }
  if (updateStrategy.type === 'RollingUpdate' && updateStrategy.rollingUpdate) {
    updateStrategy.rollingUpdate.partition ??= 0;
    if (features.isEnabled('MaxUnavailableStatefulSet')) updateStrategy.rollingUpdate.maxUnavailable ??= 1;
  }
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain';
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  for (const claim of spec.volumeClaimTemplates ?? []) {
    claim.apiVersion = 'v1';
    claim.kind = 'PersistentVolumeClaim';
    claim.spec.volumeMode ??= 'Filesystem';
    claim.status.phase ||= 'Pending';
  }
  applyPodTemplateDefaults(spec.template);
}

/** Upstream reports different paths on create and update. */
function claimWarnings(statefulSet: StatefulSet, specIn: (claim: FieldPath) => FieldPath): string[] {
  const { volumeClaimTemplates = [] } = statefulSet.spec;
  const path = FieldPath.of('spec', 'volumeClaimTemplates');
  return volumeClaimTemplates.flatMap(({ spec }, index) => claimSpecWarnings(spec, specIn(path.index(index))));
}

function historyWarnings({ spec: { revisionHistoryLimit = 0 } }: StatefulSet): string[] {
  if (revisionHistoryLimit >= 0) return [];
  const meaning = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  return [`spec.revisionHistoryLimit: ${meaning}`];
}
