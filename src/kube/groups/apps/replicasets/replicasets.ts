// Follows pkg/apis/apps/validation/validation.go (v1.36)
// Follows pkg/registry/apps/replicaset/strategy.go (v1.36)
// Follows pkg/apis/apps/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ReplicaSet, ReplicaSetSpec } from '../../../../api/apps/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { applyPodTemplateDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import {
  dropTerminatingReplicas,
  nameWarnings,
  replicaColumns,
  scaleSubresource,
  selectorColumn,
  validateCounts,
  validateEndlessTemplate,
  validateSameSelector,
  validateSelectedTemplate,
  validateSelector,
  validateStatusCounts,
  workloadStrategies,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');

export const replicaSets = builtInResource<ReplicaSet>('apps/v1', 'ReplicaSet', {
  ...podSpecAt('spec.template.spec'),
  plural: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  scope: 'Namespaced',
  columns: [...replicaColumns, selectorColumn],
  applyDefaults({ spec }) {
    spec.replicas ??= 1;
    applyPodTemplateDefaults(spec.template);
  },
  strategies: workloadStrategies<ReplicaSet>(
    { validate, validateUpdate, warningsOnCreate: nameWarnings },
    { validateStatus, prepareStatus: dropTerminatingReplicas },
  ),
  subresources: { scale: scaleSubresource },
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
