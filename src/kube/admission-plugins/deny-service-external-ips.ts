// Follows plugin/pkg/admission/network/denyserviceexternalips/admission.go (v1.36)

import type { Service } from '../../api/core/v1.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

export const denyServiceExternalIPs = definePlugin({
  name: 'DenyServiceExternalIPs',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  create: () => new DenyServiceExternalIPs(),
});

/** Rejects new external IPs on services: they allow a user to intercept the traffic of others. */
export class DenyServiceExternalIPs implements AdmissionHandler {
  validate(request: AdmissionRequest): void {
    const service = objectOf<Service>(request, '', 'services');
    const old = request.old as Service | undefined;
    const known = new Set(old?.spec?.externalIPs);
    if (service?.spec?.externalIPs?.every((address) => known.has(address)) ?? true) return;
    throw forbiddenBy(request, 'Use of external IPs is denied by admission control');
  }
}
