// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type { Job, JobSpec, JobStatus } from '../../../../api/batch/v1.js';
import { jsonEqual, parseTime } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { duplicates, eachItem } from '../../../field-checks.js';
import { updateValidation } from '../../../validation.js';
import { validateStatusCounts } from '../../../workloads/index.js';
import { firstOverlap, IndexesError, parseIndexes, validIntervals } from './indexes.js';
import { hasCondition, isIndexed } from './job.js';

const path = FieldPath.of('status');
const conditionsPath = path.child('conditions');

interface Change {
  readonly spec: JobSpec;
  readonly status: JobStatus;
  readonly old: JobStatus;
}

/** Applies each rule only if the fields it checks have changed. */
export const validateJobStatus = updateValidation<Job>(({ object, old }) => {
  const change = { spec: object.spec, status: object.status, old: old.status };
  return [
    ...validateStatusCounts(object.status, { fields: ['active', 'succeeded', 'failed', 'ready', 'terminating'] }),
    ...uncountedErrors(change.status),
    ...completionErrors(change),
    ...timeErrors(change),
    ...announcementErrors(change),
    ...finishErrors(change),
    ...indexErrors(change),
    ...terminatingErrors(change),
    ...readyErrors(change),
    ...successErrors(change),
    ...historyErrors(change),
  ];
});

/** Each pod may be listed only once. */
function uncountedErrors({ uncountedTerminatedPods: uncounted }: JobStatus): FieldError[] {
  const duplicated = duplicates();
  return (['succeeded', 'failed'] as const).flatMap((kind) =>
    eachItem(uncounted?.[kind], path.child('uncountedTerminatedPods', kind), (uid, place) =>
      uid === '' ? [place.invalid(uid, 'must not be empty')] : duplicated(uid, place),
    ),
  );
}

function isChanged({ status, old }: Change, ...types: string[]): boolean {
  return types.some((type) => hasCondition(status, type) !== hasCondition(old, type));
}

function wrongConditions(detail: string): FieldError {
  return conditionsPath.invalid(undefined, detail);
}

type Rule = readonly [isBroken: boolean | undefined, detail: string];

function brokenRules(rules: readonly Rule[]): FieldError[] {
  return rules.filter(([isBroken]) => isBroken).map(([, detail]) => wrongConditions(detail));
}

function outcomesOf(status: JobStatus): Record<'complete' | 'failed' | 'target' | 'met', boolean> {
  return {
    complete: hasCondition(status, 'Complete'),
    failed: hasCondition(status, 'Failed'),
    target: hasCondition(status, 'FailureTarget'),
    met: hasCondition(status, 'SuccessCriteriaMet'),
  };
}

/** A complete job has not failed, and will not. */
function completionErrors(change: Change): FieldError[] {
  const { complete, failed, target } = outcomesOf(change.status);
  return brokenRules([
    [
      complete && failed && isChanged(change, 'Complete', 'Failed'),
      'cannot set Complete=True and Failed=true conditions',
    ],
    [
      complete && target && isChanged(change, 'Complete', 'FailureTarget'),
      'cannot set Complete=True and FailureTarget=true conditions',
    ],
  ]);
}

/** The conditions that announce an end come before it. */
function announcementErrors(change: Change): FieldError[] {
  const { status, old } = change;
  const { complete, failed, target, met } = outcomesOf(status);
  const failedIndexesChanged = status.failedIndexes !== old.failedIndexes;
  return brokenRules([
    [
      failed && !target && (isChanged(change, 'Failed') || failedIndexesChanged),
      'cannot set Failed=True condition without the FailureTarget=true condition',
    ],
    [
      complete && !met && isChanged(change, 'Complete', 'SuccessCriteriaMet'),
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ],
  ]);
}

function successErrors({ status, spec }: Change): FieldError[] {
  const { complete, failed, target, met } = outcomesOf(status);
  return brokenRules([
    [met && failed, 'cannot set SuccessCriteriaMet=True and Failed=true conditions'],
    [met && target, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'],
    [
      spec.successPolicy !== undefined && !met && complete,
      'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
    ],
  ]);
}

function timeErrors(change: Change): FieldError[] {
  const { status, old } = change;
  const { startTime, completionTime } = status;
  const place = path.child('completionTime');
  const isComplete = hasCondition(status, 'Complete');
  const endChanged = completionTime !== old.completionTime;
  const errors: FieldError[] = [];
  if (isChanged(change, 'Complete') || endChanged) {
    if (completionTime !== undefined && !isComplete) {
      const detail = 'cannot set completionTime when there is no Complete=True condition';
      errors.push(place.invalid(completionTime, detail));
    }
    if (completionTime === undefined && isComplete) {
      errors.push(place.required('completionTime is required for Complete jobs'));
    }
  }
  const mayBeBefore = endChanged || startTime !== old.startTime;
  if (mayBeBefore && startTime && completionTime && (parseTime(completionTime) ?? 0) < (parseTime(startTime) ?? 0)) {
    errors.push(place.invalid(completionTime, 'must be equal to or after `startTime`'));
  }
  return errors;
}

function isFinished(status: JobStatus): boolean {
  return hasCondition(status, 'Complete') || hasCondition(status, 'Failed');
}

function readyErrors({ status: { active = 0, ready }, old }: Change): FieldError[] {
  const isSame = active === (old.active ?? 0) && ready === old.ready;
  if (isSame || ready === undefined || ready <= active) return [];
  return [path.child('ready').invalid(ready, 'cannot set more ready pods than active')];
}

/** A finished job must have no active or uncounted pods. */
function finishErrors(change: Change): FieldError[] {
  const { status, old, spec } = change;
  const { active = 0, uncountedTerminatedPods: uncounted = {} } = status;
  const errors: FieldError[] = [];
  const hasEnded = isFinished(status) !== isFinished(old);
  const activeChanged = active !== (old.active ?? 0);
  if (!isFinished(status)) return errors;
  if ((hasEnded || activeChanged) && active > 0) {
    errors.push(path.child('active').invalid(active, 'active>0 is invalid for finished job'));
  }
  const isNothing = spec.suspend === true && spec.completions === 0;
  if ((hasEnded || status.startTime !== old.startTime) && status.startTime === undefined && !isNothing) {
    errors.push(path.child('startTime').required('startTime is required for finished job'));
  }
  const uncountedChanged = !jsonEqual(uncounted, old.uncountedTerminatedPods ?? {});
  const left = (uncounted.failed?.length ?? 0) + (uncounted.succeeded?.length ?? 0);
  if ((hasEnded || uncountedChanged) && left > 0) {
    const place = path.child('uncountedTerminatedPods');
    errors.push(place.invalid(uncounted, 'must be empty for finished job'));
  }
  return errors;
}

function terminatingErrors({ status, old }: Change): FieldError[] {
  const { terminating = 0 } = status;
  const isChanged = isFinished(status) !== isFinished(old) || terminating !== (old.terminating ?? 0);
  if (!isFinished(status) || !isChanged || terminating <= 0) return [];
  return [path.child('terminating').invalid(terminating, 'terminating>0 is invalid for finished job')];
}

function indexErrors({ spec, status, old }: Change): FieldError[] {
  const { completedIndexes = '', failedIndexes } = status;
  const completedChanged = completedIndexes !== (old.completedIndexes ?? '');
  const failedChanged = failedIndexes !== old.failedIndexes;
  const [completedPath, failedPath] = [path.child('completedIndexes'), path.child('failedIndexes')];
  const errors: FieldError[] = [];
  if (completedChanged) errors.push(...formatErrors(completedIndexes, completedPath, spec));
  if (failedChanged && failedIndexes !== undefined && spec.backoffLimitPerIndex !== undefined) {
    errors.push(...formatErrors(failedIndexes, failedPath, spec));
  }
  if (completedChanged && completedIndexes !== '' && !isIndexed(spec)) {
    const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(completedPath.invalid(completedIndexes, detail));
  }
  if (failedChanged && failedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(failedPath.invalid(failedIndexes, detail));
  }
  if ((failedChanged || completedChanged) && failedIndexes !== undefined) {
    const overlap = overlapOf(completedIndexes, failedIndexes, spec.completions);
    const detail = `failedIndexes and completedIndexes overlap at index: ${overlap}`;
    if (overlap !== undefined) errors.push(failedPath.invalid(failedIndexes, detail));
  }
  return errors;
}

function formatErrors(text: string, place: FieldPath, { completions }: JobSpec): FieldError[] {
  if (completions === undefined) return [];
  try {
    parseIndexes(text, completions);
    return [];
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error;
    const field = place.toString().split('.').at(-1);
    return [place.invalid(text, `error parsing ${field}: ${error.message}`)];
  }
}

function overlapOf(completed: string, failed: string, completions: number | undefined): number | undefined {
  if (completions === undefined) return undefined;
  return firstOverlap(validIntervals(completed, completions), validIntervals(failed, completions));
}

/** Counts must not decrease, except `succeeded` of an elastic indexed job; terminal conditions must not be removed. */
function historyErrors({ spec, status, old }: Change): FieldError[] {
  const errors = ['Failed', 'Complete', 'FailureTarget']
    .filter((type) => hasCondition(old, type) && !hasCondition(status, type))
    .map((type) => wrongConditions(`cannot disable the terminal ${type}=True condition`));
  const { failed = 0, succeeded = 0 } = status;
  if (failed < (old.failed ?? 0)) {
    errors.push(path.child('failed').invalid(failed, 'cannot decrease the failed counter'));
  }
  const mayShrink = isIndexed(spec) && spec.completions === spec.parallelism;
  if (succeeded < (old.succeeded ?? 0) && !mayShrink) {
    errors.push(path.child('succeeded').invalid(succeeded, 'cannot decrease the succeeded counter'));
  }
  const { completionTime, startTime } = status;
  if (completionTime && old.completionTime && completionTime !== old.completionTime) {
    errors.push(path.child('completionTime').invalid(completionTime, 'field is immutable'));
  }
  const isResuming = hasCondition(old, 'Suspended') && hasCondition(status, 'Suspended', 'False');
  if (old.startTime && startTime !== old.startTime && !spec.suspend && !isResuming) {
    const detail = 'field is immutable for unsuspended job once set';
    errors.push(path.child('startTime').invalid(startTime ?? null, detail));
  }
  const [met, wasMet] = [hasCondition(status, 'SuccessCriteriaMet'), hasCondition(old, 'SuccessCriteriaMet')];
  if (wasMet && !met) errors.push(wrongConditions('cannot disable the SuccessCriteriaMet=True condition'));
  if (hasCondition(old, 'Complete') && !wasMet && met) {
    const detail = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(wrongConditions(detail));
  }
  return errors;
}
