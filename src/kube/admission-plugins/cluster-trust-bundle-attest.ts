// Follows plugin/pkg/admission/certificates/ctbattest/admission.go (v1.36)

import type { ClusterTrustBundle } from '../../api/certificates/v1beta1.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { maySign } from '../groups/certificates/signer-permission.js';
import { differOnlyInOwners } from '../owner-changes.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

export const clusterTrustBundleAttest = definePlugin({
  name: 'ClusterTrustBundleAttest',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  featureGate: 'ClusterTrustBundle',
  create: ({ authorizer }) => new ClusterTrustBundleAttest(authorizer),
});

/** Requires the `attest` permission for the signer from users who write a ClusterTrustBundle that names one. */
export class ClusterTrustBundleAttest implements AdmissionHandler {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const bundle = objectOf<ClusterTrustBundle>(request, 'certificates.k8s.io', 'clustertrustbundles');
    const signer = bundle?.spec.signerName ?? '';
    if (!bundle || signer === '') return;
    if (request.old && differOnlyInOwners(bundle, request.old)) return;
    return this.#check(request, signer);
  }

  async #check(request: AdmissionRequest, signer: string): Promise<void> {
    if (await maySign(this.#authorizer, request.user, { verb: 'attest', signer })) return;
    throw forbiddenBy(request, `user not permitted to attest for signerName ${goQuote(signer)}`);
  }
}
