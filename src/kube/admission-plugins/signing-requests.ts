import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { resourceAccess } from '../../server/authorization/index.js';
import type { Authorizer } from '../../server/index.js';
import { signingRequestSubject } from '../groups/certificates/certificatesigningrequests/pem.js';
import { specOf } from '../groups/certificates/certificatesigningrequests/signing-request.js';
import type { Subject } from '../groups/certificates/certificatesigningrequests/subject.js';

/** Whether a request is for a subresource of CertificateSigningRequests; empty: for the resource itself. */
export function isAboutSigning({ attributes }: AdmissionRequest, part: string): boolean {
  const { resource, subresource } = attributes;
  return (
    resource.resource === 'certificatesigningrequests' &&
    resource.group === 'certificates.k8s.io' &&
    subresource === part
  );
}

export function signerOf(signingRequest: JsonObject): string {
  return specOf(signingRequest).signerName;
}

/** Returns the subject of the requested certificate. Throws an error if it cannot be parsed. */
export function subjectOf(signingRequest: JsonObject): Subject {
  return signingRequestSubject(Buffer.from(specOf(signingRequest).request ?? '', 'base64').toString('latin1'));
}

/** Whether a user has a permission for a signer, or for all signers of its domain. */
export async function maySign(
  authorizer: Authorizer,
  { user }: AdmissionRequest,
  { verb, signer }: { verb: 'approve' | 'sign'; signer: string },
): Promise<boolean> {
  const [domain] = signer.split('/', 1);
  for (const name of [signer, `${domain}/*`]) {
    const asked = resourceAccess({ verb, apiGroup: 'certificates.k8s.io', resource: 'signers', name });
    const { decision } = await authorizer.authorize(user, asked);
    if (decision === 'allow') return true;
  }
  return false;
}
