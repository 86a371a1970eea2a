import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { objectIn } from '../../../fields.js';
import type { WorkloadSpec } from '../../../workloads/index.js';

export interface FailureRule {
  action?: string;
  onExitCodes?: { containerName?: string; operator?: string; values?: number[] };
  onPodConditions?: { type: string; status?: string }[];
}

export interface SuccessRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

/** Spec of a job. Objects are decoded into this shape before it is used. */
export interface JobSpec extends WorkloadSpec {
  parallelism?: number;
  completions?: number;
  completionMode?: string;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  manualSelector?: boolean;
  suspend?: boolean;
  managedBy?: string;
  podReplacementPolicy?: string;
  podFailurePolicy?: { rules: FailureRule[] | null };
  successPolicy?: { rules: SuccessRule[] | null };
}

export interface JobStatus {
  active?: number;
  ready?: number;
  terminating?: number;
  succeeded?: number;
  failed?: number;
  startTime?: string;
  completionTime?: string;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
  conditions?: { type: string; status: string }[];
}

export function jobSpecOf(job: JsonObject): JobSpec {
  return (job['spec'] ?? {}) as unknown as JobSpec;
}

export function jobStatusOf(job: JsonObject): JobStatus {
  return objectIn(job['status']) as unknown as JobStatus;
}

export function hasCondition({ conditions = [] }: JobStatus, type: string, status = 'True'): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === status);
}

export function isIndexed({ completionMode }: JobSpec): boolean {
  return completionMode === 'Indexed';
}
