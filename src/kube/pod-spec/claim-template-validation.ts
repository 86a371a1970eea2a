import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { objectIn } from '../fields.js';
import { type ClaimSpec, validateClaimSpec } from './claim-spec-validation.js';

const templateFields = ['annotations', 'labels'];

/** What a claim is made of that a volume of a pod brings with it. */
export function validateClaimTemplate(
  { metadata = {}, spec }: { metadata?: JsonObject; spec: JsonObject },
  path: FieldPath,
): FieldError[] {
  const metadataPath = path.child('metadata');
  return [
    ...validateAnnotations(
      objectIn(metadata['annotations']) as Record<string, string>,
      metadataPath.child('annotations'),
    ),
    ...validateLabels(objectIn(metadata['labels']) as Record<string, string>, metadataPath.child('labels')),
    ...Object.keys(metadata)
      .filter((field) => !templateFields.includes(field))
      .map((field) => forbidden(metadataPath.child(field), 'cannot be set')),
    ...validateClaimSpec(spec as ClaimSpec, path.child('spec')),
  ];
}
