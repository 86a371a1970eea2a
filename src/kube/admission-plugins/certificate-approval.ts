import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { maySign } from '../groups/certificates/signer-permission.js';
import { definePlugin } from './plugin-definition.js';
import { isAboutSigning } from './signing-requests.js';

export const certificateApproval = definePlugin({
  name: 'CertificateApproval',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ authorizer }) => new CertificateApproval(authorizer),
});

/** Requires the `approve` permission for the signer from users who approve a CertificateSigningRequest. */
export class CertificateApproval implements AdmissionHandler {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    if (!request.old || !isAboutSigning(request, 'approval')) return;
    // The stored signer name counts: an approval cannot switch the request to another signer.
    return this.#check(request, (request.old as CertificateSigningRequest).spec.signerName);
  }

  async #check(request: AdmissionRequest, signer: string): Promise<void> {
    if (await maySign(this.#authorizer, request.user, { verb: 'approve', signer })) return;
    throw forbiddenBy(request, `user not permitted to approve requests with signerName ${goQuote(signer)}`);
  }
}
