// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import { duplicate, type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { eachItem, repetitionsIn, validateRequired } from '../../field-checks.js';

type WithConditions = { status: { conditions?: { type?: string }[] } };

/** Condition types must be unique. */
export function validateConditionTypes({ status: { conditions = [] } }: WithConditions): FieldError[] {
  const types = conditions.map(({ type = '' }) => type);
  const isRepeated = repetitionsIn(types);
  return eachItem(types, FieldPath.of('status', 'conditions'), (type, path, index) => [
    ...(isRepeated[index] ? [duplicate(path.child('type'), type)] : []),
    ...validateRequired(type, path.child('type')),
  ]);
}
