// Follows pkg/registry/discovery/rest/storage_discovery.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { endpointSlices } from './endpointslices/endpointslices.js';

export const discovery = defineGroup({ name: 'discovery.k8s.io', resources: [endpointSlices] });
