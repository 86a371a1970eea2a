import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { isAboutSigning, signerOf, subjectOf } from './signing-requests.js';

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const masters = 'system:masters';

/** Rejects requests for client certificates in the group `system:masters`. */
export class CertificateSubjectRestriction implements AdmissionPlugin {
  readonly name = 'CertificateSubjectRestriction';

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  validate(request: AdmissionRequest): void {
    const { object } = request;
    if (!object || !isAboutSigning(request, '') || signerOf(object) !== clientSigner) return;
    if (!groupsOf(request, object).includes(masters)) return;
    throw forbiddenBy(request, `use of ${clientSigner} signer with ${masters} group is not allowed`);
  }
}

function groupsOf(request: AdmissionRequest, object: JsonObject): readonly string[] {
  try {
    return subjectOf(object).organizations;
  } catch (error) {
    throw forbiddenBy(request, `failed to parse CSR: ${(error as Error).message}`);
  }
}
