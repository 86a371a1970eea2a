// Follows pkg/registry/apps/rest/storage_apps.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { controllerRevisions } from './controllerrevisions/controllerrevisions.js';
import { daemonSets } from './daemonsets/daemonsets.js';
import { deployments } from './deployments/deployments.js';
import { replicaSets } from './replicasets/replicasets.js';
import { statefulSets } from './statefulsets/statefulsets.js';

export const apps = defineGroup({
  name: 'apps',
  resources: [controllerRevisions, daemonSets, deployments, replicaSets, statefulSets],
});
