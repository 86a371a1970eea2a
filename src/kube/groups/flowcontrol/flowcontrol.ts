// Follows pkg/registry/flowcontrol/rest/storage_flowcontrol.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { flowSchemas } from './flowschemas/flowschemas.js';
import { priorityLevelConfigurations } from './prioritylevelconfigurations/prioritylevelconfigurations.js';

export const flowcontrol = defineGroup({
  name: 'flowcontrol.apiserver.k8s.io',
  resources: [flowSchemas, priorityLevelConfigurations],
});
