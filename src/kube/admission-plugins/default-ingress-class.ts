// Follows plugin/pkg/admission/network/defaultingressclass/admission.go (v1.36)

import type { Ingress, IngressClass } from '../../api/networking/v1.js';
import { annotationsOf } from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { defaultClass } from './default-class.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

const annotations = ['ingressclass.kubernetes.io/is-default-class'];

export const defaultIngressClass = definePlugin({
  name: 'DefaultIngressClass',
  operations: ['CREATE'],
  isDefault: true,
  create: ({ stores }) => new DefaultIngressClass(stores.lister('networking.k8s.io', 'ingressclasses')),
});

/** Sets the default IngressClass, if there is one, on ingresses that name none. */
export class DefaultIngressClass extends ListerHandler<IngressClass> {
  admit(request: AdmissionRequest): Promise<void> | void {
    const ingress = objectOf<Ingress>(request, 'networking.k8s.io', 'ingresses');
    if (!ingress || ingress.spec?.ingressClassName !== undefined) return;
    if (annotationsOf(ingress)['kubernetes.io/ingress.class'] === undefined) return this.#setDefault(ingress);
  }

  async #setDefault(ingress: Ingress): Promise<void> {
    const ingressClassName = defaultClass(await this.synced(), annotations);
    if (ingressClassName !== undefined) ingress.spec = { ...ingress.spec, ingressClassName };
  }
}
