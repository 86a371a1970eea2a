// Follows plugin/pkg/admission/certificates/approval/admission.go (v1.36)
// Follows plugin/pkg/admission/certificates/signing/admission.go (v1.36)

import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import type { Subject } from '../../apimachinery/der/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { signingRequestSubject } from '../groups/certificates/certificatesigningrequests/pem.js';

/** Whether a request is for a subresource of CertificateSigningRequests. */
export function isAboutSigning({ attributes }: AdmissionRequest, name: 'approval' | 'status'): boolean {
  const { resource, subresource } = attributes;
  return (
    resource.resource === 'certificatesigningrequests' &&
    resource.group === 'certificates.k8s.io' &&
    subresource === name
  );
}

/** Returns the subject of the requested certificate. Throws an error if it cannot be parsed. */
export function subjectOf({ spec }: CertificateSigningRequest): Subject {
  return signingRequestSubject(Buffer.from(spec.request ?? '', 'base64').toString('latin1'));
}
