// Follows plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (v1.36)

import { metadataOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { isAbout } from './object-of.js';

export interface Protection {
  readonly group: string;
  readonly plural: string;
  readonly finalizer: string;
}

/** Adds finalizers to new objects; controllers remove them when the object is no longer in use. */
export class ProtectionFinalizers implements AdmissionHandler {
  readonly #protections: readonly Protection[];

  constructor(protections: readonly Protection[]) {
    this.#protections = protections;
  }

  admit(request: AdmissionRequest): void {
    const { object } = request;
    const protection = this.#protections.find(({ group, plural }) => isAbout(request, group, plural));
    if (!object || !protection) return;
    const { finalizers } = metadataOf(object);
    if (finalizers?.includes(protection.finalizer)) return;
    mutableMetadataOf(object)['finalizers'] = [...(finalizers ?? []), protection.finalizer];
  }
}
