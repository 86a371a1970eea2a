// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodTemplateSpec } from '../../api/core/v1.js';
import {
  type FieldError,
  type FieldPath,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { validatePodAnnotations, validateProfileAnnotations } from './annotation-validation.js';
import { type PodSpecRules, validatePodSpec } from './validation.js';

/** Validates the pod template of a workload. */
export function validatePodTemplate(
  { metadata = {}, spec }: PodTemplateSpec,
  path: FieldPath,
  { features }: Pick<PodSpecRules, 'features'>,
): FieldError[] {
  const { labels = {}, annotations = {} } = metadata;
  const specPath = path.child('spec');
  const errors = [
    ...validateLabels(labels, path.child('labels')),
    ...validateAnnotations(annotations, path.child('annotations')),
    ...validatePodAnnotations({ annotations, spec, features }, path.child('annotations')),
    ...validatePodSpec(spec, specPath, { isPod: false, features }),
    ...validateProfileAnnotations(annotations, spec, specPath),
  ];
  if (!spec.ephemeralContainers?.length) return errors;
  const detail = 'ephemeral containers not allowed in pod template';
  return [...errors, specPath.child('ephemeralContainers').forbidden(detail)];
}
