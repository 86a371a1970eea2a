import { defineGroup } from '../../../server/registry/index.js';
import { runtimeClasses } from './runtimeclasses/runtimeclasses.js';

export const node = defineGroup({ name: 'node.k8s.io', resources: [runtimeClasses] });
