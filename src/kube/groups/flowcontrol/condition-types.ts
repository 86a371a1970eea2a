// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { duplicates, eachItem, validateRequired } from '../../field-checks.js';

type WithConditions = { status: { conditions?: { type?: string }[] } };

/** Condition types must be unique. */
export function validateConditionTypes({ status: { conditions = [] } }: WithConditions): FieldError[] {
  const types = conditions.map(({ type = '' }) => type);
  const duplicated = duplicates();
  return eachItem(types, FieldPath.of('status', 'conditions'), (type, path) => [
    ...duplicated(type, path.child('type')),
    ...validateRequired(type, path.child('type')),
  ]);
}
