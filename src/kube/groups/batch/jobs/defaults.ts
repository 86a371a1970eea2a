// Follows pkg/apis/batch/v1/defaults.go (v1.36)

import type { Job, JobSpec } from '../../../../api/batch/v1.js';
import { isEmptyObject } from '../../../../apimachinery/meta/index.js';
import { applyPodTemplateDefaults } from '../../../pod-spec/index.js';

const maxInt32 = 2 ** 31 - 1;

export function applyJobDefaults({ metadata, spec }: Job): void {
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : maxInt32;
  const { labels } = spec.template.metadata;
  // Shares the map: labels that are later added to the template are added to the job too, as in upstream.
  if (labels && isEmptyObject(metadata.labels ?? {})) metadata.labels = labels;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
  spec.manualSelector ??= false;
  applyJobTemplateDefaults(spec);
}

/** Defaults for jobs and job templates. */
export function applyJobTemplateDefaults(spec: JobSpec): void {
  for (const { onPodConditions = [] } of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions) pattern.status ||= 'True';
  }
  applyPodTemplateDefaults(spec.template);
}
