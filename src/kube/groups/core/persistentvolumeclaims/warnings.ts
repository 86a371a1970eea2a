import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath, Quantity } from '../../../../apimachinery/validation/index.js';
import { specOf } from './claim.js';

/** Gives the class of a claim as the field does that there is now. */
export const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

export function claimWarnings(claim: JsonObject): string[] {
  const place = FieldPath.of('metadata', 'annotations').key(classAnnotation);
  const isOld = metadataOf(claim).annotations?.[classAnnotation] !== undefined;
  return [
    ...(isOld ? [`${place}: deprecated since v1.8; use "storageClassName" attribute instead`] : []),
    ...fractionWarnings(claim, 'requests'),
    ...fractionWarnings(claim, 'limits'),
  ];
}

/** There is no half byte. */
function fractionWarnings(claim: JsonObject, field: 'requests' | 'limits'): string[] {
  const text = specOf(claim).resources?.[field]?.['storage'];
  if (text === undefined || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
  const place = FieldPath.of('spec', 'resources', field).key('storage');
  return [`${place}: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
}
