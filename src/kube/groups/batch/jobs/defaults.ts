import { isEmptyObject, type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { objectIn } from '../../../fields.js';
import { applyPodTemplateDefaults } from '../../../pod-spec/index.js';
import { type JobSpec, jobSpecOf } from './job.js';

const maxInt32 = 2 ** 31 - 1;

export function applyJobDefaults(job: JsonObject): void {
  const spec = jobSpecOf(job);
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : maxInt32;
  const labels = spec.template.metadata?.labels;
  const metadata = mutableMetadataOf(job);
  // Not a copy: what is added to the labels of its pods when it is made is added to the job's own too.
  if (labels && isEmptyObject(objectIn(metadata['labels']))) metadata['labels'] = labels;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
  spec.manualSelector ??= false;
  applyJobTemplateDefaults(spec);
}

/** What holds for a job, and for those that are still to be made. */
export function applyJobTemplateDefaults(spec: JobSpec): void {
  for (const { onPodConditions = [] } of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions) pattern.status ||= 'True';
  }
  applyPodTemplateDefaults(spec.template);
}
