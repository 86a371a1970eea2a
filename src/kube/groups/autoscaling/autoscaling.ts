// Follows pkg/registry/autoscaling/rest/storage_autoscaling.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { horizontalPodAutoscalers } from './horizontalpodautoscalers/horizontalpodautoscalers.js';

export const autoscaling = defineGroup({ name: 'autoscaling', resources: [horizontalPodAutoscalers] });
