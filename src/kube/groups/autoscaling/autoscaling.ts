import { defineGroup } from '../../../server/registry/index.js';
import { horizontalPodAutoscalers } from './horizontalpodautoscalers/horizontalpodautoscalers.js';

export const autoscaling = defineGroup({ name: 'autoscaling', resources: [horizontalPodAutoscalers] });
