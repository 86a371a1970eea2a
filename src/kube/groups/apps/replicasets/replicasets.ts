import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { applyPodTemplateDefaults } from '../../../pod-spec/index.js';
import { builtInVersion } from '../../../types/index.js';
import {
  nameWarnings,
  replicaColumns,
  scaleSubresource,
  selectorColumn,
  statusVerbs,
  validateCounts,
  validateEndlessTemplate,
  validateSameSelector,
  validateSelectedTemplate,
  validateSelector,
  validateStatusCounts,
  workloadSpecOf,
  workloadStrategies,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');

const { main, status } = workloadStrategies({
  validate,
  validateUpdate,
  validateStatus: (change) =>
    validateStatusCounts(change, {
      fields: [
        'replicas',
        'fullyLabeledReplicas',
        'readyReplicas',
        'availableReplicas',
        'observedGeneration',
        'terminatingReplicas',
      ],
      parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    }),
  more: { warningsOnCreate: nameWarnings },
});

export const replicaSets = defineResource({
  kind: 'ReplicaSet',
  plural: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('apps/v1', 'ReplicaSet', {
      columns: [...replicaColumns, selectorColumn],
      applyDefaults(replicaSet) {
        const spec = workloadSpecOf(replicaSet);
        spec.replicas ??= 1;
        applyPodTemplateDefaults(spec.template);
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status }, scale: scaleSubresource },
});

/** Upstream's message for an empty selector says `deployment`. */
function validate(replicaSet: JsonObject): FieldError[] {
  const spec = workloadSpecOf(replicaSet);
  return [
    ...validateCounts(spec, path, ['replicas', 'minReadySeconds']),
    ...validateSelector(spec.selector, path.child('selector'), 'deployment'),
    ...validateSelectedTemplate(spec, path),
    ...validateEndlessTemplate(spec.template, path.child('template'), 'ReplicaSet'),
  ];
}

function validateUpdate({ object, old }: Replacement): FieldError[] {
  return [...validate(object), ...validateSameSelector(workloadSpecOf(object), workloadSpecOf(old), path)];
}
