import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath, Quantity } from '../../../../apimachinery/validation/index.js';
import type { ClaimSpec } from '../../../pod-spec/index.js';
import { specOf } from './claim.js';

/** Gives the class of a claim as the field does that there is now. */
export const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

export function claimWarnings(claim: JsonObject): string[] {
  const place = FieldPath.of('metadata', 'annotations').key(classAnnotation);
  const isOld = metadataOf(claim).annotations?.[classAnnotation] !== undefined;
  return [
    ...(isOld ? [`${place}: deprecated since v1.8; use "storageClassName" attribute instead`] : []),
    ...claimSpecWarnings(specOf(claim), FieldPath.of('spec')),
  ];
}

/** There is no half byte. */
export function claimSpecWarnings({ resources }: ClaimSpec, path: FieldPath): string[] {
  return (['requests', 'limits'] as const).flatMap((field) => {
    const text = resources?.[field]?.['storage'];
    if (text === undefined || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
    const place = path.child('resources', field).key('storage');
    return [`${place}: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
  });
}
