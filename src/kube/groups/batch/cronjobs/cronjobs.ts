// Follows pkg/registry/batch/cronjob/strategy.go (v1.36)
// Follows pkg/apis/batch/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { CronJob } from '../../../../api/batch/v1.js';
import type { PodSpec } from '../../../../api/core/v1.js';
import { formatLabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabledFields, podSpecAt } from '../../../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { containerColumns, nameWarnings, templateWarningsAt } from '../../../workloads/index.js';
import { applyJobTemplateDefaults } from '../jobs/defaults.js';
import { sizeWarnings } from '../jobs/warnings.js';
import { validateCronJob, validateCronJobUpdate } from './validation.js';

const none = '<none>';

export const cronJobs = builtInResource<CronJob>('batch/v1', 'CronJob', {
  ...podSpecAt('spec.jobTemplate.spec.template.spec'),
  plural: 'cronjobs',
  shortNames: ['cj'],
  categories: ['all'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Schedule', 'spec.schedule'),
    textColumn('Timezone', ({ spec }) => spec.timeZone ?? none, { field: 'spec.timeZone' }),
    // A text in a column of booleans, as in upstream.
    {
      ...textColumn('Suspend', suspendText, { field: 'spec.suspend' }),
      type: 'boolean',
    },
    integerColumn('Active', (cronJob) => cronJob.status.active?.length ?? 0, { field: 'status.active' }),
    textColumn('Last Schedule', lastSchedule, { field: 'status.lastScheduleTime' }),
    ageColumn,
    ...containerColumns<CronJob>(({ spec }) => spec.jobTemplate.spec.template),
    textColumn('Selector', ({ spec }) => formatLabelSelectorSpec(spec.jobTemplate.spec.selector), {
      description: ['batch/v1.JobSpec', 'selector'],
      wide: true,
    }),
  ],
  applyDefaults,
  strategies: specAndStatus<CronJob>(
    {
      defaultPropagation: 'Background',
      prepareForCreate: (cronJob, { features }) => dropDisabledFields({ object: podSpecIn(cronJob), features }),
      prepareForUpdate: ({ object, old }, { features }) =>
        dropDisabledFields({ object: podSpecIn(object), old: podSpecIn(old), features }),
      validate: validateCronJob,
      validateUpdate: validateCronJobUpdate,
      warningsOnCreate: (cronJob) => [...nameWarnings(cronJob), ...jobWarnings(cronJob)],
      warningsOnUpdate,
    },
    { statusKeeps: [], validateStatus: () => [] },
  ),
});

function applyDefaults({ spec }: CronJob): void {
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  applyJobTemplateDefaults(spec.jobTemplate.spec);
}

function podSpecIn({ spec }: CronJob): PodSpec {
  return spec.jobTemplate.spec.template.spec;
}

const jobPath = FieldPath.of('spec', 'jobTemplate', 'spec');

function jobWarnings(cronJob: CronJob): string[] {
  const { spec } = cronJob.spec.jobTemplate;
  return [...sizeWarnings(spec, jobPath), ...templateWarningsAt(spec.template, jobPath.child('template'))];
}

const zoneInSchedule =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ' +
  'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

function warningsOnUpdate({ object, old }: Replacement<CronJob>): string[] {
  const isChanged = object.metadata.generation !== old.metadata.generation;
  const warnings = isChanged ? jobWarnings(object) : [];
  return object.spec.schedule.includes('TZ') ? [...warnings, zoneInSchedule] : warnings;
}

function suspendText({ spec: { suspend } }: CronJob): string {
  if (suspend === undefined) return '<unset>';
  return suspend ? 'True' : 'False';
}

function lastSchedule({ status: { lastScheduleTime: time } }: CronJob): string {
  return time ? sinceTime(time) : none;
}
