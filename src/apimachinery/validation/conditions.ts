// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)

import type { Condition } from '../meta/index.js';
import type { FieldError } from './field-error.js';
import type { FieldPath } from './field-path.js';
import { validateLabelName } from './metadata-fields.js';
import { byteLength, pattern, patternRule } from './text-rules.js';

/** The values of the status of a condition. */
export const conditionStatuses = ['False', 'True', 'Unknown'];
const maxReasonLength = 1024;
const maxMessageLength = 32 * 1024;

const checkReason = patternRule(
  pattern(
    '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
    ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
  ),
);

/** A condition that is not yet validated. */
type SentCondition = Omit<Condition, 'status' | 'lastTransitionTime'> & {
  readonly status: string;
  readonly lastTransitionTime: string | null;
};

/** Validates a list of conditions. */
export function validateConditions(conditions: readonly SentCondition[], path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const { type = '' } = condition;
    const errors = seen.has(type) ? [path.index(index).child('type').duplicate(type)] : [];
    seen.add(type);
    return [...errors, ...validateCondition(condition, path.index(index))];
  });
}

function validateCondition(condition: SentCondition, path: FieldPath): FieldError[] {
  const { type = '', status = '', observedGeneration = 0, lastTransitionTime, message = '' } = condition;
  const errors = validateLabelName(type, path.child('type'));
  if (!conditionStatuses.includes(status)) errors.push(path.child('status').notSupported(status, conditionStatuses));
  if (observedGeneration < 0) {
    const detail = 'must be greater than or equal to zero';
    errors.push(path.child('observedGeneration').invalid(observedGeneration, detail));
  }
  if (!lastTransitionTime) errors.push(path.child('lastTransitionTime').required());
  errors.push(...validateReason(condition.reason ?? '', path.child('reason')));
  if (byteLength(message) > maxMessageLength) errors.push(path.child('message').tooLong(maxMessageLength));
  return errors;
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === '') return [path.required()];
  const errors = path.check(reason, checkReason);
  if (byteLength(reason) > maxReasonLength) errors.push(path.tooLong(maxReasonLength));
  return errors;
}
