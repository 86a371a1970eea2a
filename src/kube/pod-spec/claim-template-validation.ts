// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PersistentVolumeClaimTemplate } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';
import {
  type FieldError,
  type FieldPath,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { wasGivenEmpty } from '../types/index.js';
import { validateClaimSpec } from './claim-spec-validation.js';

/** Metadata fields that a template may not set, in upstream's order. */
const ownFields = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;

/** Validates the claim template of an ephemeral volume. */
export function validateClaimTemplate(
  { metadata, spec }: PersistentVolumeClaimTemplate,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateTemplateMetadata(metadata, path.child('metadata')),
    ...validateClaimSpec(spec, path.child('spec')),
  ];
}

/** Templates may set labels and annotations only. Upstream spells it `uID`. */
export function validateTemplateMetadata(metadata: ObjectMeta, path: FieldPath): FieldError[] {
  return [
    ...validateAnnotations(metadata.annotations ?? {}, path.child('annotations')),
    ...validateLabels(metadata.labels ?? {}, path.child('labels')),
    ...ownFields
      .filter((field) => metadata[field] !== undefined || wasGivenEmpty(metadata, field))
      .map((field) => path.child(field === 'uid' ? 'uID' : field).forbidden('cannot be set')),
  ];
}
