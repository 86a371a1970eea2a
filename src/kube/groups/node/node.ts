// Follows pkg/registry/node/rest/runtime_class.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { runtimeClasses } from './runtimeclasses/runtimeclasses.js';

export const node = defineGroup({ name: 'node.k8s.io', resources: [runtimeClasses] });
