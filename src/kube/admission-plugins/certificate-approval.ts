import { goQuote, type JsonObject } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { isAboutSigning, maySign, signerOf } from './signing-requests.js';

/** Requires the `approve` permission for the signer from users who approve a CertificateSigningRequest. */
export class CertificateApproval implements AdmissionPlugin {
  readonly name = 'CertificateApproval';
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  handles(operation: string): boolean {
    return operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    if (request.old && isAboutSigning(request, 'approval')) return this.#check(request, request.old);
  }

  /** Checks the stored signer name: an approval cannot switch the request to another signer. */
  async #check(request: AdmissionRequest, old: JsonObject): Promise<void> {
    const signer = signerOf(old);
    if (await maySign(this.#authorizer, request, { verb: 'approve', signer })) return;
    throw forbiddenBy(request, `user not permitted to approve requests with signerName ${goQuote(signer)}`);
  }
}
