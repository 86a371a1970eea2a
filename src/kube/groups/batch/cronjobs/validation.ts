// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type { CronJob, CronJobSpec } from '../../../../api/batch/v1.js';
import { isTimeZone, parseSchedule, ScheduleError } from '../../../../apimachinery/cron/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { requiredOneOf } from '../../../field-checks.js';
import { updateValidation, validateMetadata } from '../../../validation.js';
import { validateCounts } from '../../../workloads/index.js';
import { validateJobTemplate } from '../jobs/validation.js';

const path = FieldPath.of('spec');
const maxNameLength = 52;

export function validateCronJob(cronJob: CronJob, context: ValidationContext): FieldError[] {
  const { name = '' } = cronJob.metadata;
  const errors = [...validateMetadata(cronJob, context), ...specErrors(cronJob.spec, context)];
  if (name.length <= maxNameLength) return errors;
  const detail = `must be no more than ${maxNameLength} characters`;
  return [...errors, FieldPath.of('metadata', 'name').invalid(name, detail)];
}

export const validateCronJobUpdate = updateValidation<CronJob>(({ object, old }, context) =>
  specErrors(object.spec, context, old.spec),
);

function specErrors(spec: CronJobSpec, context: ValidationContext, old?: CronJobSpec): FieldError[] {
  const { schedule, timeZone, concurrencyPolicy, jobTemplate } = spec;
  const isSameZone = old !== undefined && old.timeZone === timeZone;
  return [
    ...(schedule ? scheduleErrors(spec, old) : [path.child('schedule').required()]),
    ...validateCounts(spec, path, ['startingDeadlineSeconds']),
    ...(timeZone === undefined || isSameZone ? [] : zoneErrors(timeZone)),
    ...requiredOneOf(concurrencyPolicy, ['Allow', 'Forbid', 'Replace'], path.child('concurrencyPolicy')),
    ...validateJobTemplate(jobTemplate.spec, path.child('jobTemplate', 'spec'), context),
    ...validateCounts(spec, path, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']),
  ];
}

function scheduleErrors({ schedule, timeZone }: CronJobSpec, old: CronJobSpec | undefined): FieldError[] {
  const place = path.child('schedule');
  const errors: FieldError[] = [];
  try {
    parseSchedule(schedule);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    errors.push(place.invalid(schedule, error.message));
  }
  if (!schedule.includes('TZ')) return errors;
  const mayHaveZone = old?.schedule.includes('TZ') === true;
  if (!mayHaveZone) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(place.invalid(schedule, detail));
  } else if (timeZone !== undefined) {
    errors.push(place.invalid(schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return errors;
}

const zonePart = /^[A-Za-z.\-_0-9+]{1,14}$/;
const explicitZone = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';

function zoneErrors(zone: string): FieldError[] {
  const place = path.child('timeZone');
  if (zone === '') return [place.invalid(zone, 'timeZone must be nil or non-empty string')];
  const isPart = (part: string): boolean =>
    part !== '.' && part !== '..' && !part.startsWith('-') && zonePart.test(part);
  const unknown = place.invalid(zone, `unknown time zone ${zone}`);
  if (!zone.split('/').every(isPart)) return [unknown];
  if (zone === 'Local') return [place.invalid(zone, explicitZone)];
  const errors = zone.toLowerCase() === 'local' ? [place.invalid(zone, explicitZone)] : [];
  return isTimeZone(zone) ? errors : [...errors, unknown];
}
