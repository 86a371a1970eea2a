// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type { JobSpec, JobStatus } from '../../../../api/batch/v1.js';

export function hasCondition({ conditions = [] }: JobStatus, type: string, status = 'True'): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === status);
}

export function isIndexed({ completionMode }: JobSpec): boolean {
  return completionMode === 'Indexed';
}
