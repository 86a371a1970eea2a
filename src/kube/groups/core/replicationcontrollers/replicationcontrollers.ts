// Follows pkg/registry/core/replicationcontroller/strategy.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodTemplateSpec, ReplicationController, ReplicationControllerSpec } from '../../../../api/core/v1.js';
import { isEmptyObject, type JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateRequired } from '../../../field-checks.js';
import { applyPodTemplateDefaults, podSpecAt, validatePodTemplate } from '../../../pod-spec/index.js';
import { formatLabels, textColumn } from '../../../printing/index.js';
import { asGiven } from '../../../types/index.js';
import { updateValidation, validateMetadataUpdate, validation } from '../../../validation.js';
import {
  labelAsTemplate,
  nameWarnings,
  replicaColumns,
  scaleSubresource,
  validateCounts,
  validateEndlessTemplate,
  validateStatusCounts,
  workloadStrategies,
} from '../../../workloads/index.js';

const path = FieldPath.of('spec');

/** Names are not validated as prefixes, and the length limit is reported in bytes, as in upstream. */
function nameRule(name: string, use?: 'name' | 'prefix'): readonly string[] {
  return use === 'prefix'
    ? []
    : checkDns1123Subdomain(name).map((problem) => problem.replace(/ characters$/, ' bytes'));
}

const scale = {
  ...scaleSubresource,
  paths: { ...scaleSubresource.paths, labelSelector: selectorText },
};

export const replicationControllers = builtInResource<ReplicationController>('v1', 'ReplicationController', {
  ...podSpecAt('spec.template.spec'),
  plural: 'replicationcontrollers',
  shortNames: ['rc'],
  categories: ['all'],
  scope: 'Namespaced',
  storagePrefix: 'controllers',
  columns: [
    ...replicaColumns,
    textColumn('Selector', ({ spec }) => formatLabels(spec.selector), { field: 'spec.selector', wide: true }),
  ],
  applyDefaults,
  strategies: workloadStrategies<ReplicationController>(
    {
      defaultPropagation: 'Orphan',
      nameRule,
      validate: validation((controller, context) => validateSpec(controller.spec, context)),
      validateUpdate: updateValidation(({ object }, context) => validateSpec(object.spec, context)),
      warningsOnCreate: nameWarnings,
    },
    { validateStatus, prepareStatus: labelAsTemplate },
  ),
  subresources: { scale },
  selectableFields: ['status.replicas'],
});

function selectorText(controller: JsonObject): string {
  return formatLabels((controller as ReplicationController).spec.selector, '');
}

function applyDefaults({ metadata, spec }: ReplicationController): void {
  const labels = spec.template?.metadata.labels;
  if (labels) {
    if (isEmptyObject(spec.selector ?? {})) spec.selector = { ...labels };
    if (isEmptyObject(metadata.labels ?? {})) metadata.labels = { ...labels };
  }
  applyPodTemplateDefaults(spec.template);
}

function validateSpec(spec: ReplicationControllerSpec, context: ValidationContext): FieldError[] {
  const { selector = {}, replicas, template } = spec;
  const templatePath = path.child('template');
  const replicasPath = path.child('replicas');
  return [
    ...validateCounts(spec, path, ['minReadySeconds']),
    ...validateRequired(selector, path.child('selector')),
    ...(replicas === undefined ? [replicasPath.required()] : validateNonnegative(replicas, replicasPath)),
    ...(template ? templateErrors(template, selector, context) : [templatePath.required()]),
  ];
}

function templateErrors(
  template: PodTemplateSpec,
  selector: Record<string, string>,
  context: ValidationContext,
): FieldError[] {
  const templatePath = path.child('template');
  const labels = template.metadata.labels ?? {};
  const errors: FieldError[] = [];
  if (Object.entries(selector).some(([key, value]) => labels[key] !== value)) {
    const detail = '`selector` does not match template `labels`';
    errors.push(templatePath.child('metadata', 'labels').invalid(asGiven(template.metadata, 'labels', {}), detail));
  }
  return [
    ...errors,
    ...validatePodTemplate(template, templatePath, context),
    ...validateEndlessTemplate(template, templatePath, 'ReplicationController'),
  ];
}

function validateStatus(
  { object }: Replacement<ReplicationController>,
  context: UpdateValidationContext,
): FieldError[] {
  const errors = validateStatusCounts(object.status, {
    fields: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
    atMostReplicas: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  });
  return [...validateMetadataUpdate(object, context), ...errors];
}
