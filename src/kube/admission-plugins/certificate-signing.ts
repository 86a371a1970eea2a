import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { goQuote, jsonEqual } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { maySign } from '../groups/certificates/signer-permission.js';
import { definePlugin } from './plugin-definition.js';
import { isAboutSigning } from './signing-requests.js';

export const certificateSigning = definePlugin({
  name: 'CertificateSigning',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ authorizer }) => new CertificateSigning(authorizer),
});

/** Requires the `sign` permission for the signer from users who set a certificate or a Failed condition. */
export class CertificateSigning implements AdmissionHandler {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    if (!request.object || !request.old || !isAboutSigning(request, 'status')) return;
    const [signing, old] = [request.object, request.old] as CertificateSigningRequest[];
    if (!hasSameStatus(signing!, old!)) return this.#check(request, old!.spec.signerName);
  }

  async #check(request: AdmissionRequest, signer: string): Promise<void> {
    if (await maySign(this.#authorizer, request.user, { verb: 'sign', signer })) return;
    throw forbiddenBy(request, `user not permitted to sign requests with signerName ${goQuote(signer)}`);
  }
}

function hasSameStatus({ status }: CertificateSigningRequest, { status: old }: CertificateSigningRequest): boolean {
  if ((status?.certificate ?? '') !== (old?.certificate ?? '')) return false;
  return jsonEqual(status?.conditions ?? [], old?.conditions ?? []);
}
