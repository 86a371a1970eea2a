// Follows plugin/pkg/admission/certificates/subjectrestriction/admission.go (v1.36)

import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { subjectOf } from './signing-requests.js';

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const masters = 'system:masters';

export const certificateSubjectRestriction = definePlugin({
  name: 'CertificateSubjectRestriction',
  operations: ['CREATE'],
  isDefault: true,
  create: () => new CertificateSubjectRestriction(),
});

/** Rejects requests for client certificates in the group `system:masters`. */
export class CertificateSubjectRestriction implements AdmissionHandler {
  validate(request: AdmissionRequest): void {
    const signing = objectOf<CertificateSigningRequest>(request, 'certificates.k8s.io', 'certificatesigningrequests');
    if (signing?.spec.signerName !== clientSigner || !groupsOf(request, signing).includes(masters)) return;
    throw forbiddenBy(request, `use of ${clientSigner} signer with ${masters} group is not allowed`);
  }
}

function groupsOf(request: AdmissionRequest, signing: CertificateSigningRequest): readonly string[] {
  try {
    return subjectOf(signing).organizations;
  } catch (error) {
    throw forbiddenBy(request, `failed to parse CSR: ${(error as Error).message}`);
  }
}
