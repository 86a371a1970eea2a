// Follows pkg/registry/batch/job/strategy.go (v1.36)
// Follows pkg/apis/batch/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Job } from '../../../../api/batch/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { goQuote, humanDuration, isBeingDeleted, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import {
  labelAsTemplate,
  nameWarnings,
  selectorColumn,
  templateColumns,
  workloadStrategies,
} from '../../../workloads/index.js';
import { applyJobDefaults } from './defaults.js';
import { generateSelector } from './generated-selector.js';
import { hasCondition } from './job.js';
import { validateJobStatus } from './status-validation.js';
import { validateJob, validateJobUpdate } from './validation.js';
import { sizeWarnings } from './warnings.js';

const keptPods =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';
const specPath = FieldPath.of('spec');

export const jobs = builtInResource<Job>('batch/v1', 'Job', {
  ...podSpecAt('spec.template.spec'),
  plural: 'jobs',
  categories: ['all'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Status', statusText, 'Status of the job.'),
    textColumn('Completions', completionsText, { field: 'status.succeeded' }),
    textColumn('Duration', durationText, 'Time required to complete the job.'),
    ageColumn,
    ...templateColumns,
    selectorColumn,
  ],
  applyDefaults: applyJobDefaults,
  strategies: workloadStrategies<Job>(
    {
      defaultPropagation: 'Orphan',
      prepareForCreate: generateSelector,
      validate: validateJob,
      validateUpdate: validateJobUpdate,
      canonicalize: (object) => labelAsTemplate({ object }),
      warningsOnCreate: (job) => [...nameWarnings(job), ...sizeWarnings(job.spec, specPath)],
      warningsOnUpdate: ({ object }) => sizeWarnings(object.spec, specPath),
      warningsOnDelete: ({ propagationPolicy, orphanDependents }) =>
        propagationPolicy === undefined && orphanDependents === undefined ? [keptPods] : [],
    },
    { validateStatus: validateJobStatus, prepareStatus: labelAsTemplate },
  ),
  selectableFields: ['status.successful'],
  fieldProblem: (field) => `field label ${goQuote(field)} not supported for Job`,
  fieldValue: (job) => job.status.succeeded ?? 0,
});

function statusText(job: Job): string {
  const { status: known } = job;
  if (hasCondition(known, 'Complete')) return 'Complete';
  if (hasCondition(known, 'Failed')) return 'Failed';
  if (isBeingDeleted(metadataOf(job))) return 'Terminating';
  const waiting = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];
  return waiting.find((type) => hasCondition(known, type)) ?? 'Running';
}

function completionsText({ spec, status: { succeeded = 0 } }: Job): string {
  const { completions, parallelism = 0 } = spec;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText({ status: { startTime, completionTime } }: Job): string {
  if (!startTime) return '';
  const end = completionTime ? Date.parse(completionTime) : systemClock.now();
  return humanDuration(end - Date.parse(startTime));
}
