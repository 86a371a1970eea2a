// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, invalidValue, notSupported, required } from '../validation/index.js';
import type { ValidationRule } from './json-schema.js';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const lineBreak = /[\n\r]/;

/** Checks rules without compiling their expressions. */
export function checkRuleTexts(rules: readonly ValidationRule[], path: FieldPath): FieldError[] {
  return rules.flatMap((rule, index) => [
    ...checkRuleAndMessage(rule, path.index(index)),
    ...checkOptionalTexts(rule, path.index(index)),
  ]);
}

function checkRuleAndMessage({ rule = '', message = '' }: ValidationRule, path: FieldPath): FieldError[] {
  const [trimmedRule, trimmedMessage] = [rule.trim(), message.trim()];
  if (trimmedRule === '') return [required(path.child('rule'), 'rule is not specified')];
  if (message !== '' && trimmedMessage === '') {
    return [invalidValue(path.child('message'), message, 'must be non-empty if specified')];
  }
  if (lineBreak.test(trimmedMessage))
    return [invalidValue(path.child('message'), message, 'must not contain line breaks')];
  if (lineBreak.test(trimmedRule) && trimmedMessage === '') {
    return [required(path.child('message'), 'message must be specified if rule contains line breaks')];
  }
  return [];
}

function checkOptionalTexts(
  { messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(path.child('messageExpression'), 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !reasons.includes(reason))
    errors.push(notSupported(path.child('reason'), reason, reasons));
  if (fieldPath !== '' && fieldPath.trim() === '') {
    errors.push(invalidValue(path.child('fieldPath'), fieldPath, 'must be non-empty if specified'));
  }
  if (lineBreak.test(fieldPath)) {
    errors.push(invalidValue(path.child('fieldPath'), fieldPath, 'must not contain line breaks'));
  }
  return errors;
}
