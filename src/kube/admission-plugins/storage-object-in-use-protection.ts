// Follows plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (v1.36)

import { metadataOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { isAbout } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const protections = [
  { group: '', plural: 'persistentvolumeclaims', finalizer: 'kubernetes.io/pvc-protection' },
  { group: '', plural: 'persistentvolumes', finalizer: 'kubernetes.io/pv-protection' },
  { group: 'storage.k8s.io', plural: 'volumeattributesclasses', finalizer: 'kubernetes.io/vac-protection' },
];

export const storageObjectInUseProtection = definePlugin({
  name: 'StorageObjectInUseProtection',
  operations: ['CREATE'],
  isDefault: true,
  create: () => new StorageObjectInUseProtection(),
});

/** Adds protection finalizers to storage objects; controllers remove them when the object is no longer in use. */
export class StorageObjectInUseProtection implements AdmissionHandler {
  admit(request: AdmissionRequest): void {
    const { object } = request;
    const protection = protections.find(({ group, plural }) => isAbout(request, group, plural));
    if (!object || !protection) return;
    const { finalizers } = metadataOf(object);
    if (finalizers?.includes(protection.finalizer)) return;
    mutableMetadataOf(object)['finalizers'] = [...(finalizers ?? []), protection.finalizer];
  }
}
