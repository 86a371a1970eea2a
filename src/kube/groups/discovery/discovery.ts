import { defineGroup } from '../../../server/registry/index.js';
import { endpointSlices } from './endpointslices/endpointslices.js';

export const discovery = defineGroup({ name: 'discovery.k8s.io', resources: [endpointSlices] });
