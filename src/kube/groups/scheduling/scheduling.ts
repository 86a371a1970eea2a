// Follows pkg/registry/scheduling/rest/storage_scheduling.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { podGroups } from './podgroups/podgroups.js';
import { priorityClasses } from './priorityclasses/priorityclasses.js';
import { workloads } from './workloads/workloads.js';

export const scheduling = defineGroup({
  name: 'scheduling.k8s.io',
  resources: [priorityClasses, podGroups, workloads],
});
