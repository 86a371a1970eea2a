// Follows plugin/pkg/admission/storage/storageclass/setdefault/admission.go (v1.36)

import type { PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { storageClassOf } from '../groups/core/volumes.js';
import { defaultClass } from './default-class.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

const annotations = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

export const defaultStorageClass = definePlugin({
  name: 'DefaultStorageClass',
  operations: ['CREATE'],
  isDefault: true,
  create: ({ stores }) => new DefaultStorageClass(stores.lister('storage.k8s.io', 'storageclasses')),
});

/** Sets the default StorageClass, if there is one, on claims that name none. */
export class DefaultStorageClass extends ListerHandler<StorageClass> {
  admit(request: AdmissionRequest): Promise<void> | void {
    const claim = objectOf<PersistentVolumeClaim>(request, '', 'persistentvolumeclaims');
    if (claim && storageClassOf(claim) === undefined) return this.#setDefault(claim);
  }

  async #setDefault(claim: PersistentVolumeClaim): Promise<void> {
    const storageClassName = defaultClass(await this.synced(), annotations);
    if (storageClassName !== undefined) claim.spec = { ...claim.spec, storageClassName };
  }
}
