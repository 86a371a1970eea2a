import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { JobSpec } from '../jobs/job.js';

export interface CronJobSpec {
  schedule: string;
  timeZone?: string;
  concurrencyPolicy?: string;
  suspend?: boolean;
  startingDeadlineSeconds?: number;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
  jobTemplate: { metadata?: JsonObject; spec: JobSpec };
}

export function cronJobSpecOf(cronJob: JsonObject): CronJobSpec {
  return cronJob['spec'] as unknown as CronJobSpec;
}
