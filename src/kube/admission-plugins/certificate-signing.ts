import { goQuote, type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import type { Authorizer } from '../../server/index.js';
import { listIn, objectIn, textIn } from '../fields.js';
import { isAboutSigning, maySign, signerOf } from './signing-requests.js';

/** Requires the `sign` permission for the signer from users who set a certificate or a Failed condition. */
export class CertificateSigning implements AdmissionPlugin {
  readonly name = 'CertificateSigning';
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  handles(operation: string): boolean {
    return operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object, old } = request;
    if (!object || !old || !isAboutSigning(request, 'status') || saysTheSame(object, old)) return;
    return this.#check(request, signerOf(old));
  }

  async #check(request: AdmissionRequest, signer: string): Promise<void> {
    if (await maySign(this.#authorizer, request, { verb: 'sign', signer })) return;
    throw forbiddenBy(request, `user not permitted to sign requests with signerName ${goQuote(signer)}`);
  }
}

function saysTheSame(object: JsonObject, old: JsonObject): boolean {
  const { certificate, conditions } = objectIn(object['status']);
  const { certificate: oldCertificate, conditions: oldConditions } = objectIn(old['status']);
  if (textIn(certificate) !== textIn(oldCertificate)) return false;
  return jsonEqual([...listIn(conditions)], [...listIn(oldConditions)]);
}
