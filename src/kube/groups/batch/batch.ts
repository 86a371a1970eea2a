// Follows pkg/registry/batch/rest/storage_batch.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { cronJobs } from './cronjobs/cronjobs.js';
import { jobs } from './jobs/jobs.js';

export const batch = defineGroup({ name: 'batch', resources: [cronJobs, jobs] });
