// Follows plugin/pkg/admission/storage/persistentvolume/resize/admission.go (v1.36)

import type { PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { storageClassOf } from '../groups/core/volumes.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

const notBound = 'Only bound persistent volume claims can be expanded';
const notExpandable =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

export const persistentVolumeClaimResize = definePlugin({
  name: 'PersistentVolumeClaimResize',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ stores }) => new PersistentVolumeClaimResize(stores.lister('storage.k8s.io', 'storageclasses')),
});

/** Rejects growing a claim unless it is bound and its storage class allows expansion. */
export class PersistentVolumeClaimResize extends ListerHandler<StorageClass> {
  validate(request: AdmissionRequest): Promise<void> | void {
    const claim = objectOf<PersistentVolumeClaim>(request, '', 'persistentvolumeclaims');
    const old = request.old as PersistentVolumeClaim | undefined;
    if (!claim || !old || storageOf(claim).compare(storageOf(old)) <= 0) return;
    if (old.status?.phase !== 'Bound') throw forbiddenBy(request, notBound);
    return this.#refuseFixed(request, storageClassOf(claim), storageClassOf(old));
  }

  async #refuseFixed(request: AdmissionRequest, name = '', oldName = ''): Promise<void> {
    const classes = await this.synced();
    const found = name === oldName ? classes.get({ namespace: '', name }) : undefined;
    if (!found?.allowVolumeExpansion) throw forbiddenBy(request, notExpandable);
  }
}

function storageOf({ spec }: PersistentVolumeClaim): Quantity {
  return Quantity.parse(spec?.resources?.requests?.['storage'] ?? '0');
}
