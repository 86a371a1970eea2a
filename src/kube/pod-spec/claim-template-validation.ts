import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { listIn, objectIn, textIn } from '../fields.js';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
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
    ...validateClaimSpec(spec, path.child('spec')),
  ];
}

export function validateClaimSpec(spec: JsonObject, path: FieldPath): FieldError[] {
  const modes = listIn(spec['accessModes']).map(textIn);
  const modesPath = path.child('accessModes');
  const errors: FieldError[] = modes.length > 0 ? [] : [required(modesPath, 'at least 1 access mode is required')];
  for (const [index, mode] of modes.entries()) {
    if (!accessModes.includes(mode)) errors.push(notSupported(modesPath.index(index), mode, accessModes));
  }
  if (modes.includes('ReadWriteOncePod') && modes.length > 1) {
    errors.push(forbidden(modesPath, 'may not use ReadWriteOncePod with other access modes'));
  }
  const storage = textIn(objectIn(objectIn(spec['resources'])['requests'])['storage']);
  const storagePath = path.child('resources').key('storage');
  if (storage === '') errors.push(required(storagePath, ''));
  else if (storage === '0' || storage.startsWith('-')) {
    errors.push(invalidValue(storagePath, storage, 'must be greater than zero'));
  }
  return errors;
}
