import { defineGroup } from '../../../server/registry/index.js';
import { podDisruptionBudgets } from './poddisruptionbudgets/poddisruptionbudgets.js';

export const policy = defineGroup({ name: 'policy', resources: [podDisruptionBudgets] });
