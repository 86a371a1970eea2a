// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type { Job, JobSpec } from '../../../../api/batch/v1.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  validateDomainPrefixedPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { oneOf } from '../../../field-checks.js';
import { validatePodTemplate } from '../../../pod-spec/index.js';
import { asGiven, goValue } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { parseSelector, validateCounts } from '../../../workloads/index.js';
import { validateGeneratedSelector } from './generated-selector.js';
import { isIndexed } from './job.js';
import { validateFailurePolicy, validateSuccessPolicy } from './policy-validation.js';
import { validateTemplateChange } from './template-change.js';

const path = FieldPath.of('spec');

/** `old`: the stored job, on update. */
export function validateJob(job: Job, context: ValidationContext, old?: Job): FieldError[] {
  return [
    ...validateMetadata(job, context),
    ...validateGeneratedSelector(job, old),
    ...selectedSpecErrors(job.spec, context),
    ...hostnameErrors(job),
  ];
}

/** Upstream validates the spec twice on update, with duplicate errors. */
export function validateJobUpdate(change: Replacement<Job>, context: UpdateValidationContext): FieldError[] {
  const [spec, old] = [change.object.spec, change.old.spec];
  const settled = (field: keyof JobSpec, type?: string): readonly FieldError[] => {
    const errors = validateImmutableField(spec[field] ?? null, old[field] ?? null, path.child(field));
    return type && spec[field] ? errors.map((error) => ({ ...error, badValue: goValue(type, spec[field]) })) : errors;
  };
  return [
    ...validateJob(change.object, context, change.old),
    ...validateMetadataUpdate(change.object, context),
    ...selectedSpecErrors(spec, context),
    ...completionErrors(spec, old),
    ...settled('selector', 'meta/v1.LabelSelector'),
    ...validateTemplateChange(change, path, context),
    ...settled('completionMode'),
    ...settled('podFailurePolicy', 'batch/v1.PodFailurePolicy'),
    ...settled('backoffLimitPerIndex'),
    ...settled('managedBy'),
    ...settled('successPolicy', 'batch/v1.SuccessPolicy'),
  ];
}

function selectedSpecErrors(spec: JobSpec, context: ValidationContext): FieldError[] {
  const { selector, template } = spec;
  const selectorPath = path.child('selector');
  const errors = validateJobSpec(spec, path, context);
  errors.push(...(selector ? validateLabelSelector(selector, selectorPath) : [selectorPath.required()]));
  const labels = template.metadata.labels;
  if (parseSelector(selector)?.matches(labels ?? {}) !== false) return errors;
  const detail = '`selector` does not match template `labels`';
  return [
    ...errors,
    path.child('template', 'metadata', 'labels').invalid(asGiven(template.metadata, 'labels', {}), detail),
  ];
}

/** Pods of an indexed job are named after it, and their hostnames must be valid. */
function hostnameErrors({ metadata: { name = '' }, spec }: Job): FieldError[] {
  if (!isIndexed(spec) || !spec.completions || spec.completions < 0) return [];
  const hostname = `${name}-${spec.completions - 1}`;
  if (checkDns1123Label(hostname).length === 0) return [];
  const detail = `will not able to create pod with invalid DNS label: ${hostname}`;
  return [FieldPath.of('metadata', 'name').invalid(name, detail)];
}

function completionErrors(spec: JobSpec, old: JobSpec): FieldError[] {
  const place = path.child('completions');
  const { completions, parallelism } = spec;
  if (!isIndexed(spec)) return [...validateImmutableField(completions ?? null, old.completions ?? null, place)];
  if (completions === old.completions || completions === undefined || completions === parallelism) return [];
  return [place.invalid(completions, 'can only be modified in tandem with spec.parallelism')];
}

const countedFields = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** Validates the spec of a job or job template, except its selector. */
function validateJobSpec(spec: JobSpec, place: FieldPath, context: ValidationContext): FieldError[] {
  const { podReplacementPolicy, podFailurePolicy, successPolicy } = spec;
  const replacements = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return [
    ...validateCounts(spec, place, countedFields),
    ...managerErrors(spec, place),
    ...oneOf(spec.completionMode, ['NonIndexed', 'Indexed'], place.child('completionMode')),
    ...(isIndexed(spec) ? indexedErrors(spec, place) : unindexedErrors(spec, place)),
    ...(podFailurePolicy ? validateFailurePolicy(spec, place.child('podFailurePolicy')) : []),
    ...(successPolicy ? validateSuccessPolicy(spec, place.child('successPolicy')) : []),
    ...oneOf(podReplacementPolicy, replacements, place.child('podReplacementPolicy')),
    ...validatePodTemplate(spec.template, place.child('template'), context),
    ...restartErrors(spec, place.child('template', 'spec', 'restartPolicy')),
  ];
}

const maxManagerLength = 63;

function managerErrors({ maxFailedIndexes, backoffLimitPerIndex, managedBy }: JobSpec, place: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.push(place.child('backoffLimitPerIndex').required('when maxFailedIndexes is specified'));
  }
  if (managedBy === undefined) return errors;
  const managerPath = place.child('managedBy');
  errors.push(...validateDomainPrefixedPath(managedBy, managerPath));
  return managedBy.length > maxManagerLength ? [...errors, managerPath.tooLong(maxManagerLength)] : errors;
}

const many = 100_000;
const manyAtATime = 10_000;

function indexedErrors(spec: JobSpec, place: FieldPath): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes: maxFailed, backoffLimitPerIndex } = spec;
  const [parallelPath, failedPath] = [place.child('parallelism'), place.child('maxFailedIndexes')];
  const errors: FieldError[] = [];
  const atMost = (limit: number, more = ''): string => `must be less than or equal to ${limit}${more}`;
  if (completions === undefined) errors.push(place.child('completions').required('when completion mode is Indexed'));
  if (parallelism > many) {
    errors.push(parallelPath.invalid(parallelism, atMost(many, ' when completion mode is Indexed')));
  }
  if (completions !== undefined && maxFailed !== undefined && maxFailed > completions) {
    errors.push(failedPath.invalid(maxFailed, 'must be less than or equal to completions'));
  }
  if (maxFailed !== undefined && maxFailed > many) errors.push(failedPath.invalid(maxFailed, atMost(many)));
  if (completions === undefined || completions <= many || backoffLimitPerIndex === undefined) return errors;
  const detail = atMost(manyAtATime, ` when completions are above ${many} and used with backoff limit per index`);
  if (maxFailed === undefined) errors.push(failedPath.required(`must be specified when completions is above ${many}`));
  if (parallelism > manyAtATime) errors.push(parallelPath.invalid(parallelism, detail));
  if (maxFailed !== undefined && maxFailed > manyAtATime) errors.push(failedPath.invalid(maxFailed, detail));
  return errors;
}

function unindexedErrors(spec: JobSpec, place: FieldPath): FieldError[] {
  if (spec.completionMode !== undefined && spec.completionMode !== 'NonIndexed') return [];
  return (['backoffLimitPerIndex', 'maxFailedIndexes'] as const).flatMap((field) => {
    const value = spec[field];
    return value === undefined ? [] : [place.child(field).invalid(value, 'requires indexed completion mode')];
  });
}

/** The restart policy must be `OnFailure` or `Never`; with a pod failure policy, `Never`. */
function restartErrors({ template, podFailurePolicy }: JobSpec, place: FieldPath): FieldError[] {
  const { restartPolicy } = template.spec;
  if (!restartPolicy || restartPolicy === 'Always') return [place.required('valid values: "OnFailure", "Never"')];
  if (!['OnFailure', 'Never'].includes(restartPolicy)) {
    return [place.notSupported(restartPolicy, ['OnFailure', 'Never'])];
  }
  if (!podFailurePolicy || restartPolicy === 'Never') return [];
  return [place.invalid(restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** Validates the job template of a cron job. */
export function validateJobTemplate(spec: JobSpec, place: FieldPath, context: ValidationContext): FieldError[] {
  const { selector, manualSelector } = spec;
  const errors = validateJobSpec(spec, place, context);
  if (selector) {
    const detail = '`selector` will be auto-generated';
    errors.push(place.child('selector').invalid(goValue('meta/v1.LabelSelector', selector), detail));
  }
  if (manualSelector) errors.push(place.child('manualSelector').notSupported(true, ['nil', 'false']));
  return errors;
}
