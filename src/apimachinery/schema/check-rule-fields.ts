// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../validation/index.js';
import type { ValidationRule } from './json-schema.js';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const lineBreak = /[\n\r]/;

/** Checks rules without compiling their expressions. */
export function checkRuleFields(rules: readonly ValidationRule[], path: FieldPath): FieldError[] {
  return rules.flatMap((rule, index) => [
    ...checkRuleAndMessage(rule, path.index(index)),
    ...checkOptionalTexts(rule, path.index(index)),
  ]);
}

function checkRuleAndMessage({ rule = '', message = '' }: ValidationRule, path: FieldPath): FieldError[] {
  const [trimmedRule, trimmedMessage] = [rule.trim(), message.trim()];
  if (trimmedRule === '') return [path.child('rule').required('rule is not specified')];
  if (message !== '' && trimmedMessage === '') {
    return [path.child('message').invalid(message, 'must be non-empty if specified')];
  }
  if (lineBreak.test(trimmedMessage)) return [path.child('message').invalid(message, 'must not contain line breaks')];
  if (lineBreak.test(trimmedRule) && trimmedMessage === '') {
    return [path.child('message').required('message must be specified if rule contains line breaks')];
  }
  return [];
}

function checkOptionalTexts(
  { messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(path.child('messageExpression').required('messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !reasons.includes(reason))
    errors.push(path.child('reason').notSupported(reason, reasons));
  if (fieldPath !== '' && fieldPath.trim() === '') {
    errors.push(path.child('fieldPath').invalid(fieldPath, 'must be non-empty if specified'));
  }
  if (lineBreak.test(fieldPath)) {
    errors.push(path.child('fieldPath').invalid(fieldPath, 'must not contain line breaks'));
  }
  return errors;
}
