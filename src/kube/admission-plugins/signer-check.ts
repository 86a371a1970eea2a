// Follows plugin/pkg/admission/certificates/approval/admission.go (v1.36)
// Follows plugin/pkg/admission/certificates/ctbattest/admission.go (v1.36)
// Follows plugin/pkg/admission/certificates/signing/admission.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { maySign } from '../groups/certificates/signer-permission.js';

interface SignerRule {
  /** The permission for the signer that users need. */
  readonly verb: 'approve' | 'attest' | 'sign';
  /** What users without it are refused. */
  readonly action: string;
  /** Returns the signer for which the request needs the permission; undefined if it needs none. */
  readonly signerOf: (request: AdmissionRequest) => string | undefined;
}

/** A handler that requires a permission for the signer which an object names. */
export function signerCheck(authorizer: Authorizer, { verb, action, signerOf }: SignerRule): AdmissionHandler {
  const check = async (request: AdmissionRequest, signer: string): Promise<void> => {
    if (await maySign(authorizer, request.user, { verb, signer })) return;
    throw forbiddenBy(request, `user not permitted to ${action} signerName ${goQuote(signer)}`);
  };
  return {
    validate(request) {
      const signer = signerOf(request);
      if (signer !== undefined) return check(request, signer);
    },
  };
}
