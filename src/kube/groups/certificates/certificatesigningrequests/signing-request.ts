// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '../../../../api/certificates/v1.js';

export function conditionsOf(
  { status }: CertificateSigningRequest,
  type: string,
): readonly CertificateSigningRequestCondition[] {
  return (status.conditions ?? []).filter((condition) => condition.type === type);
}
