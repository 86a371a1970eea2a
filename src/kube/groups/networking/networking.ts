import { defineGroup } from '../../../server/registry/index.js';
import { ipAddresses } from './ipaddresses/ipaddresses.js';
import { serviceCidrs } from './servicecidrs/servicecidrs.js';

export const networking = defineGroup({ name: 'networking.k8s.io', resources: [ipAddresses, serviceCidrs] });
