// Follows plugin/pkg/admission/certificates/approval/admission.go (v1.36)

import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { definePlugin } from './plugin-definition.js';
import { signerCheck } from './signer-check.js';
import { isAboutSigning } from './signing-requests.js';

export const certificateApproval = definePlugin({
  name: 'CertificateApproval',
  operations: ['UPDATE'],
  isDefault: true,
  create: ({ authorizer }) => approvalCheck(authorizer),
});

/** Requires the `approve` permission for the signer from users who approve a CertificateSigningRequest. */
export function approvalCheck(authorizer: Authorizer): AdmissionHandler {
  return signerCheck(authorizer, { verb: 'approve', action: 'approve requests with', signerOf });
}

/** The stored signer name counts: an approval cannot switch the request to another signer. */
function signerOf(request: AdmissionRequest): string | undefined {
  if (!request.old || !isAboutSigning(request, 'approval')) return undefined;
  return (request.old as CertificateSigningRequest).spec.signerName;
}
