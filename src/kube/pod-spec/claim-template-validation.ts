import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { objectIn } from '../fields.js';
import { wasGivenEmpty } from '../types/index.js';
import { type ClaimSpec, validateClaimSpec } from './claim-spec-validation.js';

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
];

/** Validates the claim template of an ephemeral volume. */
export function validateClaimTemplate(
  { metadata = {}, spec }: { metadata?: JsonObject; spec: JsonObject },
  path: FieldPath,
): FieldError[] {
  return [
    ...validateTemplateMetadata(metadata, path.child('metadata')),
    ...validateClaimSpec(spec as ClaimSpec, path.child('spec')),
  ];
}

/** Templates may set labels and annotations only. Upstream spells it `uID`. */
export function validateTemplateMetadata(metadata: JsonObject, path: FieldPath): FieldError[] {
  const texts = (field: string): Record<string, string> => objectIn(metadata[field]) as Record<string, string>;
  return [
    ...validateAnnotations(texts('annotations'), path.child('annotations')),
    ...validateLabels(texts('labels'), path.child('labels')),
    ...ownFields
      .filter((field) => metadata[field] !== undefined || wasGivenEmpty(metadata, field))
      .map((field) => forbidden(path.child(field === 'uid' ? 'uID' : field), 'cannot be set')),
  ];
}
