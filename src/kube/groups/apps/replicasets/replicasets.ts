// Follows pkg/apis/apps/validation/validation.go (v1.36)
// Follows pkg/registry/apps/replicaset/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ReplicaSet, ReplicaSetSpec } from '../../../../api/apps/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import {
  defineResource,
  type Replacement,
  type UpdateValidationContext,
  type ValidationContext,
} from '../../../../server/registry/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../metadata-validation.js';
import { applyPodTemplateDefaults, podSpecAt } from '../../../pod-spec/index.js';
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
  workloadStrategies,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');

const { main, status } = workloadStrategies<ReplicaSet>(
  { validate, validateUpdate, warningsOnCreate: nameWarnings },
  { validateStatus },
);

export const replicaSets = defineResource<ReplicaSet>({
  ...podSpecAt('spec.template.spec'),
  kind: 'ReplicaSet',
  plural: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion<ReplicaSet>('apps/v1', 'ReplicaSet', {
      columns: [...replicaColumns('apps/v1.ReplicaSet'), selectorColumn('apps/v1.ReplicaSetSpec')],
      applyDefaults({ spec }) {
        spec.replicas ??= 1;
        applyPodTemplateDefaults(spec.template);
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status }, scale: scaleSubresource },
});

function validate(replicaSet: ReplicaSet, context: ValidationContext): FieldError[] {
  return [...validateMetadata(replicaSet, context), ...validateSpec(replicaSet.spec, context)];
}

function validateUpdate({ object, old }: Replacement<ReplicaSet>, context: UpdateValidationContext): FieldError[] {
  return [
    ...validateMetadataUpdate(object, context),
    ...validateSpec(object.spec, context),
    ...validateSameSelector(object.spec, old.spec, path),
  ];
}

/** Upstream's message for an empty selector says `deployment`. */
function validateSpec(spec: ReplicaSetSpec, context: ValidationContext): FieldError[] {
  return [
    ...validateCounts(spec, path, ['replicas', 'minReadySeconds']),
    ...validateSelector(spec.selector, path.child('selector'), 'deployment'),
    ...validateSelectedTemplate(spec, path, context),
    ...validateEndlessTemplate(spec.template, path.child('template'), 'ReplicaSet'),
  ];
}

function validateStatus({ object }: Replacement<ReplicaSet>, context: UpdateValidationContext): FieldError[] {
  const errors = validateStatusCounts(object.status, {
    fields: [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
      'terminatingReplicas',
    ],
    atMostReplicas: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  });
  return [...validateMetadataUpdate(object, context), ...errors];
}
