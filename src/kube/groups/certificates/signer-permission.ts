// Follows pkg/certauthorization/certauthorization.go (v1.36)
// Follows pkg/registry/certificates/podcertificaterequest/strategy.go (v1.36)

import type { PodCertificateRequest } from '../../../api/certificates/v1beta1.js';
import { goQuote, type JsonObject, jsonEqual, metadataOf } from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import { FieldPath } from '../../../apimachinery/validation/index.js';
import { resourceAccess } from '../../../server/authorization/index.js';
import type { AdmissionAttributes } from '../../../server/handlers/index.js';
import type { Admission, Authorizer, RequestContext, UserInfo } from '../../../server/index.js';

/** Whether a user has a permission for a signer, or for all signers of its domain. */
export async function maySign(
  authorizer: Authorizer,
  user: UserInfo,
  { verb, signer }: { verb: 'approve' | 'attest' | 'sign'; signer: string },
): Promise<boolean> {
  const [domain] = signer.split('/', 1);
  for (const name of [signer, `${domain}/*`]) {
    const access = resourceAccess({ verb, apiGroup: 'certificates.k8s.io', resource: 'signers', name });
    const { decision } = await authorizer.authorize(user, access);
    if (decision === 'allow') return true;
  }
  return false;
}

export interface SignerPermissionOptions {
  /** The remaining admission chain. */
  readonly admission: Admission;
  readonly authorizer: Authorizer;
}

/** Requires the `sign` permission for the signer from users who change the status of a PodCertificateRequest. */
export class SignerPermission implements Admission {
  readonly #options: SignerPermissionOptions;

  constructor(options: SignerPermissionOptions) {
    this.#options = options;
  }

  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject> {
    return this.#options.admission.mutate(context, attributes);
  }

  async validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void> {
    const { resource, subresource, object, old } = attributes;
    if (object && old && subresource === 'status' && resource.resource === 'podcertificaterequests') {
      await this.#check(context.user, object as PodCertificateRequest, old as PodCertificateRequest);
    }
    return this.#options.admission.validate(context, attributes);
  }

  async #check(user: UserInfo, object: PodCertificateRequest, old: PodCertificateRequest): Promise<void> {
    if (jsonEqual(object.status, old.status)) return;
    const signer = old.spec.signerName;
    if (await maySign(this.#options.authorizer, user, { verb: 'sign', signer })) return;
    const problem = `User ${goQuote(user.name)} is not permitted to "sign" for signer ${goQuote(signer)}`;
    const groupKind = { group: 'certificates.k8s.io', kind: 'PodCertificateRequest' };
    const error = FieldPath.of('spec', 'signerName').forbidden(problem);
    throw invalid(groupKind, metadataOf(old).name ?? '', [error]);
  }
}
