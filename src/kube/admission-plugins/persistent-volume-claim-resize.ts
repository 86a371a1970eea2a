import type { JsonObject } from '../../apimachinery/meta/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { objectIn, textIn } from '../fields.js';
import { isAbout } from './is-about.js';
import type { PluginLister } from './plugin-lister.js';
import { storageClassOf } from './storage-class-of.js';

const notBound = 'Only bound persistent volume claims can be expanded';
const notExpandable =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

/** Rejects growing a claim unless it is bound and its storage class allows expansion. */
export class PersistentVolumeClaimResize implements AdmissionPlugin {
  readonly name = 'PersistentVolumeClaimResize';
  readonly #classes: () => PluginLister;

  constructor(classes: () => PluginLister) {
    this.#classes = classes;
  }

  handles(operation: string): boolean {
    return operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object, old } = request;
    if (!object || !old || !isAbout(request, '', 'persistentvolumeclaims')) return;
    if (storageOf(object).compare(storageOf(old)) <= 0) return;
    if (objectIn(old['status'])['phase'] !== 'Bound') throw forbiddenBy(request, notBound);
    return this.#refuseFixed(request, storageClassOf(object), storageClassOf(old));
  }

  async #refuseFixed(request: AdmissionRequest, name = '', oldName = ''): Promise<void> {
    const classes = this.#classes();
    await classes.ready();
    const found = name === oldName ? classes.get({ namespace: '', name }) : undefined;
    if (found?.['allowVolumeExpansion'] !== true) throw forbiddenBy(request, notExpandable);
  }
}

function storageOf({ spec }: JsonObject): Quantity {
  const requests = objectIn(objectIn(objectIn(spec)['resources'])['requests']);
  return Quantity.parse(textIn(requests['storage']) || '0');
}
