// Follows pkg/registry/policy/rest/storage_policy.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { podDisruptionBudgets } from './poddisruptionbudgets/poddisruptionbudgets.js';

export const policy = defineGroup({ name: 'policy', resources: [podDisruptionBudgets] });
