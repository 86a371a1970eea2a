import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { claimSpecWarnings } from '../../../pod-spec/index.js';
import { specOf } from './claim.js';

/** Legacy annotation for the storage class. */
export const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

export function claimWarnings(claim: JsonObject): string[] {
  const place = FieldPath.of('metadata', 'annotations').key(classAnnotation);
  const isOld = metadataOf(claim).annotations?.[classAnnotation] !== undefined;
  return [
    ...(isOld ? [`${place}: deprecated since v1.8; use "storageClassName" attribute instead`] : []),
    ...claimSpecWarnings(specOf(claim), FieldPath.of('spec')),
  ];
}
