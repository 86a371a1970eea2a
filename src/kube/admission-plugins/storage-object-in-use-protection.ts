// Follows plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (v1.36)

import { definePlugin } from './plugin-definition.js';
import { type Protection, ProtectionFinalizers } from './protection-finalizers.js';

export const protections: readonly Protection[] = [
  { group: '', plural: 'persistentvolumeclaims', finalizer: 'kubernetes.io/pvc-protection' },
  { group: '', plural: 'persistentvolumes', finalizer: 'kubernetes.io/pv-protection' },
  { group: 'storage.k8s.io', plural: 'volumeattributesclasses', finalizer: 'kubernetes.io/vac-protection' },
];

export const storageObjectInUseProtection = definePlugin({
  name: 'StorageObjectInUseProtection',
  operations: ['CREATE'],
  isDefault: true,
  create: () => new ProtectionFinalizers(protections),
});
