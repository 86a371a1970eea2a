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

/** What only the object itself can have, in the order in which upstream looks at it. */
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

/** What a claim is made of that a volume of a pod brings with it. */
export function validateClaimTemplate(
  { metadata = {}, spec }: { metadata?: JsonObject; spec: JsonObject },
  path: FieldPath,
): FieldError[] {
  return [
    ...validateTemplateMetadata(metadata, path.child('metadata')),
    ...validateClaimSpec(spec as ClaimSpec, path.child('spec')),
  ];
}

/** Objects that are made of a template have its labels and annotations; their names are their own. Upstream writes `uID`. */
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
