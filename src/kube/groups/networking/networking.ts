// Follows pkg/registry/networking/rest/storage_settings.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { ingressClasses } from './ingressclasses/ingressclasses.js';
import { ingresses } from './ingresses/ingresses.js';
import { ipAddresses } from './ipaddresses/ipaddresses.js';
import { networkPolicies } from './networkpolicies/networkpolicies.js';
import { serviceCidrs } from './servicecidrs/servicecidrs.js';

export const networking = defineGroup({
  name: 'networking.k8s.io',
  resources: [ingressClasses, ingresses, ipAddresses, networkPolicies, serviceCidrs],
});
