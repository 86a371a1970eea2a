import { annotationsOf, type JsonObject } from '../../apimachinery/meta/index.js';
import { objectIn } from '../fields.js';

/** The class that a claim names, in its spec or as claims did before; undefined if it names none. */
export function storageClassOf(claim: JsonObject): string | undefined {
  const old = annotationsOf(claim)['volume.beta.kubernetes.io/storage-class'];
  if (old !== undefined) return old;
  const { storageClassName } = objectIn(claim['spec']);
  return typeof storageClassName === 'string' ? storageClassName : undefined;
}
