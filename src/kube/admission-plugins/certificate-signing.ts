// Follows plugin/pkg/admission/certificates/signing/admission.go (v1.36)

import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { definePlugin } from './plugin-definition.js';
import { signerCheck } from './signer-check.js';
import { isAboutSigning } from './signing-requests.js';

export const certificateSigning = definePlugin({
  name: 'CertificateSigning',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ authorizer }) => signingCheck(authorizer),
});

/** Requires the `sign` permission for the signer from users who set a certificate or a Failed condition. */
export function signingCheck(authorizer: Authorizer): AdmissionHandler {
  return signerCheck(authorizer, { verb: 'sign', action: 'sign requests with', signerOf });
}

function signerOf(request: AdmissionRequest): string | undefined {
  if (!request.object || !request.old || !isAboutSigning(request, 'status')) return undefined;
  const [signing, old] = [request.object, request.old] as CertificateSigningRequest[];
  return hasSameStatus(signing!, old!) ? undefined : old!.spec.signerName;
}

function hasSameStatus({ status }: CertificateSigningRequest, { status: old }: CertificateSigningRequest): boolean {
  if ((status?.certificate ?? '') !== (old?.certificate ?? '')) return false;
  return jsonEqual(status?.conditions ?? [], old?.conditions ?? []);
}
