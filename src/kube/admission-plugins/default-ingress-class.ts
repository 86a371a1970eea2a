import { annotationsOf, type JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { objectIn } from '../fields.js';
import { defaultClass } from './default-class.js';
import { isAbout } from './is-about.js';
import type { PluginLister } from './plugin-lister.js';

const annotations = ['ingressclass.kubernetes.io/is-default-class'];

/** Sets the default IngressClass, if there is one, on ingresses that name none. */
export class DefaultIngressClass implements AdmissionPlugin {
  readonly name = 'DefaultIngressClass';
  readonly #classes: () => PluginLister;

  constructor(classes: () => PluginLister) {
    this.#classes = classes;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (!object || !isAbout(request, 'networking.k8s.io', 'ingresses')) return;
    if (typeof objectIn(object['spec'])['ingressClassName'] === 'string') return;
    if (annotationsOf(object)['kubernetes.io/ingress.class'] !== undefined) return;
    return this.#giveDefault(object);
  }

  async #giveDefault(ingress: JsonObject): Promise<void> {
    const ingressClassName = await defaultClass(this.#classes(), annotations);
    if (ingressClassName !== undefined) ingress['spec'] = { ...objectIn(ingress['spec']), ingressClassName };
  }
}
