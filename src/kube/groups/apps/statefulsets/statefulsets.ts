import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { FieldPath, type IntOrString, nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { applyPodTemplateDefaults, type ClaimSpec, claimSpecWarnings } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import {
  readyColumn,
  scaleSubresource,
  statusVerbs,
  templateColumns,
  type WorkloadSpec,
  workloadSpecOf,
  workloadStrategies,
} from '../../../workloads/index.js';

import { validateStatefulSet, validateStatefulSetStatus, validateStatefulSetUpdate } from './validation.js';

export interface ClaimTemplate {
  apiVersion?: string;
  kind?: string;
  metadata: { name?: string };
  spec: ClaimSpec;
  status?: { phase?: string };
}

export interface StatefulSetSpec extends WorkloadSpec {
  serviceName?: string;
  podManagementPolicy?: string;
  updateStrategy: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: IntOrString } };
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
  ordinals?: { start?: number };
  volumeClaimTemplates?: ClaimTemplate[];
}

const { main, status } = workloadStrategies({
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  validateStatus: validateStatefulSetStatus,
  more: {
    nameRule: nameIsDnsLabel,
    prepareForCreate: dropMaxUnavailable,
    prepareForUpdate: ({ object }) => dropMaxUnavailable(object),
    warningsOnCreate: (statefulSet) => [
      ...claimWarnings(statefulSet, (claim) => claim),
      ...historyWarnings(statefulSet),
    ],
    warningsOnUpdate: ({ object }) => [
      ...claimWarnings(object, (claim) => claim.child('Spec')),
      ...historyWarnings(object),
    ],
  },
});

export const statefulSets = defineResource({
  kind: 'StatefulSet',
  plural: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('apps/v1', 'StatefulSet', {
      columns: [nameColumn, readyColumn, ageColumn, ...templateColumns],
      applyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status }, scale: scaleSubresource },
});

function applyDefaults(statefulSet: JsonObject): void {
  const spec = statefulSet['spec'] as unknown as StatefulSetSpec;
  const { updateStrategy } = spec;
  spec.podManagementPolicy ||= 'OrderedReady';
  if (!updateStrategy.type) {
    updateStrategy.type = 'RollingUpdate';
    updateStrategy.rollingUpdate ??= {};
  }
  if (updateStrategy.type === 'RollingUpdate' && updateStrategy.rollingUpdate) {
    updateStrategy.rollingUpdate.partition ??= 0;
  }
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain';
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  for (const claim of spec.volumeClaimTemplates ?? []) {
    claim.apiVersion = 'v1';
    claim.kind = 'PersistentVolumeClaim';
    claim.spec['volumeMode'] ??= 'Filesystem';
    claim.status ??= {};
    claim.status.phase ||= 'Pending';
  }
  applyPodTemplateDefaults(spec.template);
}

/** A field of a disabled feature gate. */
function dropMaxUnavailable(statefulSet: JsonObject): void {
  const { updateStrategy } = statefulSet['spec'] as unknown as StatefulSetSpec;
  delete updateStrategy.rollingUpdate?.maxUnavailable;
}

/** Upstream reports different paths on create and update. */
function claimWarnings(statefulSet: JsonObject, specIn: (claim: FieldPath) => FieldPath): string[] {
  const { volumeClaimTemplates = [] } = statefulSet['spec'] as unknown as StatefulSetSpec;
  const path = FieldPath.of('spec', 'volumeClaimTemplates');
  return volumeClaimTemplates.flatMap(({ spec }, index) => claimSpecWarnings(spec, specIn(path.index(index))));
}

function historyWarnings(statefulSet: JsonObject): string[] {
  const { revisionHistoryLimit = 0 } = workloadSpecOf(statefulSet);
  if (revisionHistoryLimit >= 0) return [];
  const meaning = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  return [`spec.revisionHistoryLimit: ${meaning}`];
}
