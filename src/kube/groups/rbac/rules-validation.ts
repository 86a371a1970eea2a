import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, invalidValue, required } from '../../../apimachinery/validation/index.js';
import { listIn, objectIn } from '../../fields.js';

export interface RuleScope {
  /** Namespaced rules may not contain non-resource URLs. */
  readonly isNamespaced: boolean;
}

/** Validates the rules of a Role or ClusterRole. */
export function validateRules({ rules }: JsonObject, scope: RuleScope): FieldError[] {
  return listIn(rules).flatMap((rule, index) =>
    validateRule(objectIn(rule), FieldPath.of('rules').index(index), scope),
  );
}

function validateRule(rule: JsonObject, path: FieldPath, { isNamespaced }: RuleScope): FieldError[] {
  const isEmpty = (field: string): boolean => listIn(rule[field]).length === 0;
  const errors: FieldError[] = [];
  if (isEmpty('verbs')) errors.push(required(path.child('verbs'), 'verbs must contain at least one value'));
  if (isEmpty('nonResourceURLs')) {
    if (isEmpty('apiGroups')) {
      errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
    }
    if (isEmpty('resources')) {
      errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
    }
    return errors;
  }
  const wrong = (problem: string): FieldError =>
    invalidValue(path.child('nonResourceURLs'), rule['nonResourceURLs']!, problem);
  if (isNamespaced) errors.push(wrong('namespaced rules cannot apply to non-resource URLs'));
  if (!['apiGroups', 'resources', 'resourceNames'].every(isEmpty)) {
    errors.push(wrong('rules cannot apply to both regular resources and non-resource URLs'));
  }
  return errors;
}
