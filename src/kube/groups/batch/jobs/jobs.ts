import { systemClock } from '../../../../apimachinery/clock/index.js';
import {
  goQuote,
  humanDuration,
  isBeingDeleted,
  type JsonObject,
  metadataOf,
} from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import {
  labelAsTemplate,
  nameWarnings,
  selectorColumn,
  statusVerbs,
  templateColumns,
  workloadStrategies,
} from '../../../workloads/index.js';
import { applyJobDefaults } from './defaults.js';
import { generateSelector } from './generated-selector.js';
import { hasCondition, jobSpecOf, jobStatusOf } from './job.js';
import { validateJobStatus } from './status-validation.js';
import { validateJob, validateJobUpdate } from './validation.js';
import { sizeWarnings } from './warnings.js';

const keptPods =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';
const specPath = FieldPath.of('spec');

const { main, status } = workloadStrategies({
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  validateStatus: validateJobStatus,
  prepareStatus: labelAsTemplate,
  more: {
    defaultPropagation: 'Orphan',
    prepareForCreate: generateSelector,
    canonicalize: (object) => labelAsTemplate({ object }),
    warningsOnCreate: (job) => [...nameWarnings(job), ...sizeWarnings(jobSpecOf(job), specPath)],
    warningsOnUpdate: ({ object }) => sizeWarnings(jobSpecOf(object), specPath),
    warningsOnDelete: ({ propagationPolicy, orphanDependents }) =>
      propagationPolicy === undefined && orphanDependents === undefined ? [keptPods] : [],
  },
});

export const jobs = defineResource({
  kind: 'Job',
  plural: 'jobs',
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('batch/v1', 'Job', {
      columns: [
        nameColumn,
        textColumn('Status', statusText),
        textColumn('Completions', completionsText),
        textColumn('Duration', durationText),
        ageColumn,
        ...templateColumns,
        selectorColumn,
      ],
      applyDefaults: applyJobDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status } },
  selectableFields: ['status.successful'],
  fieldProblem: (field) => `field label ${goQuote(field)} not supported for Job`,
  fieldValue: (job) => jobStatusOf(job).succeeded ?? 0,
});

function statusText(job: JsonObject): string {
  const known = jobStatusOf(job);
  if (hasCondition(known, 'Complete')) return 'Complete';
  if (hasCondition(known, 'Failed')) return 'Failed';
  if (isBeingDeleted(metadataOf(job))) return 'Terminating';
  const waiting = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];
  return waiting.find((type) => hasCondition(known, type)) ?? 'Running';
}

function completionsText(job: JsonObject): string {
  const { completions, parallelism = 0 } = jobSpecOf(job);
  const { succeeded = 0 } = jobStatusOf(job);
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText(job: JsonObject): string {
  const { startTime, completionTime } = jobStatusOf(job);
  if (!startTime) return '';
  const end = completionTime ? Date.parse(completionTime) : systemClock.now();
  return humanDuration(end - Date.parse(startTime));
}
