import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { objectIn } from '../fields.js';
import { defaultClass } from './default-class.js';
import { isAbout } from './is-about.js';
import type { PluginLister } from './plugin-lister.js';
import { storageClassOf } from './storage-class-of.js';

const annotations = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** Sets the default StorageClass, if there is one, on claims that name none. */
export class DefaultStorageClass implements AdmissionPlugin {
  readonly name = 'DefaultStorageClass';
  readonly #classes: () => PluginLister;

  constructor(classes: () => PluginLister) {
    this.#classes = classes;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'persistentvolumeclaims') || storageClassOf(object) !== undefined) return;
    return this.#giveDefault(object);
  }

  async #giveDefault(claim: JsonObject): Promise<void> {
    const storageClassName = await defaultClass(this.#classes(), annotations);
    if (storageClassName !== undefined) claim['spec'] = { ...objectIn(claim['spec']), storageClassName };
  }
}
