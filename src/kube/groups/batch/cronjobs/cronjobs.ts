import { type JsonObject, jsonEqual, metadataOf, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement, type Strategy } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { dropDisabledFields } from '../../../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { containerColumns, nameWarnings, statusVerbs, templateWarningsAt } from '../../../workloads/index.js';
import { applyJobTemplateDefaults } from '../jobs/defaults.js';
import { sizeWarnings } from '../jobs/warnings.js';
import { cronJobSpecOf } from './cron-job.js';
import { validateCronJob, validateCronJobUpdate } from './validation.js';

const none = '<none>';

export const cronJobs = defineResource({
  kind: 'CronJob',
  plural: 'cronjobs',
  shortNames: ['cj'],
  categories: ['all'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('batch/v1', 'CronJob', {
      columns: [
        nameColumn,
        textColumn('Schedule', (cronJob) => cronJobSpecOf(cronJob).schedule),
        textColumn('Timezone', (cronJob) => cronJobSpecOf(cronJob).timeZone ?? none),
        { name: 'Suspend', type: 'boolean', description: '', valueOf: suspendText },
        integerColumn('Active', ({ status }) => listIn(objectIn(status)['active']).length),
        textColumn('Last Schedule', lastSchedule),
        ageColumn,
        ...containerColumns((cronJob) => cronJobSpecOf(cronJob).jobTemplate.spec.template),
        textColumn('Selector', selectorText, { wide: true }),
      ],
      applyDefaults,
    }),
  },
  strategy: mainStrategy(),
  subresources: {
    status: {
      verbs: statusVerbs,
      strategy: {
        resetFields: ['spec'],
        prepareForUpdate: ({ object, old }) => {
          object['spec'] = old['spec'] ?? {};
        },
      },
    },
  },
});

function applyDefaults(cronJob: JsonObject): void {
  const spec = cronJobSpecOf(cronJob);
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  applyJobTemplateDefaults(spec.jobTemplate.spec);
}

function mainStrategy(): Strategy {
  return {
    defaultPropagation: 'Background',
    resetFields: ['status'],
    prepareForCreate(cronJob) {
      delete cronJob['status'];
      mutableMetadataOf(cronJob)['generation'] = 1;
      dropDisabledFields(cronJobSpecOf(cronJob).jobTemplate.spec.template.spec);
    },
    prepareForUpdate({ object, old }) {
      object['status'] = old['status'] ?? {};
      dropDisabledFields(cronJobSpecOf(object).jobTemplate.spec.template.spec);
      if (jsonEqual(object['spec'] ?? {}, old['spec'] ?? {})) return;
      mutableMetadataOf(object)['generation'] = (metadataOf(old).generation ?? 0) + 1;
    },
    validate: validateCronJob,
    validateUpdate: validateCronJobUpdate,
    warningsOnCreate: (cronJob) => [...nameWarnings(cronJob), ...jobWarnings(cronJob)],
    warningsOnUpdate,
  };
}

const jobPath = FieldPath.of('spec', 'jobTemplate', 'spec');

function jobWarnings(cronJob: JsonObject): string[] {
  const { spec } = cronJobSpecOf(cronJob).jobTemplate;
  return [...sizeWarnings(spec, jobPath), ...templateWarningsAt(spec.template, jobPath.child('template'))];
}

const zoneInSchedule =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ' +
  'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

function warningsOnUpdate({ object, old }: Replacement): string[] {
  const isChanged = metadataOf(object).generation !== metadataOf(old).generation;
  const warnings = isChanged ? jobWarnings(object) : [];
  return cronJobSpecOf(object).schedule.includes('TZ') ? [...warnings, zoneInSchedule] : warnings;
}

function suspendText(cronJob: JsonObject): string {
  const { suspend } = cronJobSpecOf(cronJob);
  if (suspend === undefined) return '<unset>';
  return suspend ? 'True' : 'False';
}

function lastSchedule({ status }: JsonObject): string {
  const time = textIn(objectIn(status)['lastScheduleTime']);
  return time === '' ? none : sinceTime(time);
}

function selectorText(cronJob: JsonObject): string {
  return formatLabelSelectorSpec(cronJobSpecOf(cronJob).jobTemplate.spec.selector);
}
