// Follows pkg/registry/batch/job/strategy.go (v1.36)

import type { JobSpec } from '../../../../api/batch/v1.js';
import type { FieldPath } from '../../../../apimachinery/validation/index.js';
import { isIndexed } from './job.js';

const [many, manyAtATime] = [100_000, 10_000];

export function sizeWarnings(spec: JobSpec, path: FieldPath): string[] {
  const { completions = 0, parallelism = 0 } = spec;
  if (!isIndexed(spec) || completions <= many || parallelism <= manyAtATime) return [];
  const risk =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might ' +
    'not be able to track completedIndexes when a big number of indexes fail';
  return [`${path}: ${risk}`];
}
