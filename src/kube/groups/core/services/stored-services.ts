// Follows pkg/registry/core/service/storage/storage.go (v1.36)

import type { ServiceSpec } from '../../../../api/core/v1.js';
import { familyOf, type IpFamily } from '../../../service-addresses/index.js';
import { isFreeHeadless } from './ip-families.js';
import { linkClusterIps } from './linked-fields.js';
import { isExternalName } from './service.js';

/** Completes a service that was stored before services had several addresses, in place. */
export function completeStoredService(spec: ServiceSpec, primary: IpFamily): void {
  linkClusterIps(spec, undefined);
  if (isExternalName(spec)) delete spec.internalTrafficPolicy;
  else if (!spec.ipFamilies?.length) completeFamilies(spec, primary);
}

function completeFamilies(spec: ServiceSpec, primary: IpFamily): void {
  if (isFreeHeadless(spec)) {
    spec.ipFamilies = primary === 'IPv4' ? ['IPv4', 'IPv6'] : ['IPv6', 'IPv4'];
  } else if (spec.clusterIP === 'None') {
    spec.ipFamilies = [primary];
  } else {
    spec.ipFamilies = (spec.clusterIPs ?? []).map(familyOf);
  }
  if (spec.ipFamilies.length === 0) delete spec.ipFamilies;
  else spec.ipFamilyPolicy = spec.ipFamilies.length === 1 ? 'SingleStack' : 'RequireDualStack';
}
