// Follows pkg/apis/core/v1/helper/helpers.go (v1.36)

import type { PersistentVolumeClaim } from '../../api/core/v1.js';
import { annotationsOf } from '../../apimachinery/meta/index.js';

/** Returns the class of a claim, from its spec or the legacy annotation; undefined if there is none. */
export function storageClassOf(claim: PersistentVolumeClaim): string | undefined {
  return annotationsOf(claim)['volume.beta.kubernetes.io/storage-class'] ?? claim.spec?.storageClassName;
}
