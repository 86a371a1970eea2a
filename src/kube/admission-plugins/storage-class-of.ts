import { annotationsOf, type JsonObject } from '../../apimachinery/meta/index.js';
import { objectIn } from '../fields.js';

/** Returns the class of a claim, from its spec or the legacy annotation; undefined if there is none. */
export function storageClassOf(claim: JsonObject): string | undefined {
  const old = annotationsOf(claim)['volume.beta.kubernetes.io/storage-class'];
  if (old !== undefined) return old;
  const { storageClassName } = objectIn(claim['spec']);
  return typeof storageClassName === 'string' ? storageClassName : undefined;
}
