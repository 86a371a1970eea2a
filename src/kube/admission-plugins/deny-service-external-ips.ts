import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { listIn, objectIn } from '../fields.js';
import { isAbout } from './is-about.js';

/** Rejects new external IPs on services: they allow a user to intercept the traffic of others. */
export class DenyServiceExternalIPs implements AdmissionPlugin {
  readonly name = 'DenyServiceExternalIPs';

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): void {
    const { object, old } = request;
    if (!object || !isAbout(request, '', 'services')) return;
    const known = new Set(addressesOf(old ?? {}));
    if (addressesOf(object).every((address) => known.has(address))) return;
    throw forbiddenBy(request, 'Use of external IPs is denied by admission control');
  }
}

function addressesOf({ spec }: JsonObject): readonly JsonValue[] {
  return listIn(objectIn(spec)['externalIPs']);
}
