// Follows pkg/registry/scheduling/rest/storage_scheduling.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { priorityClasses } from './priorityclasses/priorityclasses.js';

export const scheduling = defineGroup({ name: 'scheduling.k8s.io', resources: [priorityClasses] });
