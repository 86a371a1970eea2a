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
  // Shares the map: labels that are later added to the template are added to the job too, as in upstream.
  if (labels && isEmptyObject(objectIn(metadata['labels']))) metadata['labels'] = labels;
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
