import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { duplicate, type FieldError, FieldPath, required } from '../../../apimachinery/validation/index.js';
import { eachItem, repetitionsIn } from '../../field-checks.js';
import { listIn, objectIn, textIn } from '../../fields.js';

/** Condition types must be unique. */
export function validateConditionTypes({ status }: JsonObject): FieldError[] {
  const types = listIn(objectIn(status)['conditions']).map((condition) => textIn(objectIn(condition)['type']));
  const isRepeated = repetitionsIn(types);
  return eachItem(types, FieldPath.of('status', 'conditions'), (type, path, index) => {
    const place = path.child('type');
    const errors = isRepeated[index] ? [duplicate(place, type)] : [];
    return type === '' ? [...errors, required(place, '')] : errors;
  });
}
