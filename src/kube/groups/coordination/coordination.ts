// Follows pkg/registry/coordination/rest/storage_coordination.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { leaseCandidates } from './leasecandidates/leasecandidates.js';
import { leases } from './leases/leases.js';

export const coordination = defineGroup({ name: 'coordination.k8s.io', resources: [leases, leaseCandidates] });
