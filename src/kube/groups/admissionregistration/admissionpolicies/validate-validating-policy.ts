// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)

import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  Validation,
} from '../../../../api/admissionregistration/v1.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  validateConditions,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { duplicates, eachItem, oneOf, validateRequired } from '../../../field-checks.js';
import { PolicyExpressions } from './policy-expressions.js';
import { specPath, validateCommon } from './validation.js';

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const maxAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

/** `old`: the stored policy, on update. */
export function validateValidatingPolicy(
  { metadata, spec }: ValidatingAdmissionPolicy,
  context: ValidationContext,
  old?: ValidatingAdmissionPolicy,
): FieldError[] {
  const { validations = [], auditAnnotations = [] } = spec;
  const { errors: common, expressions } = validateCommon(spec, new PolicyExpressions(spec, old?.spec));
  const errors = [...context.validateMetadata(), ...common];
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    const fields = ['validations', 'auditAnnotations'];
    return [...errors, ...fields.map((field) => specPath.child(field).required(detail))];
  }
  return [
    ...errors,
    ...eachItem(validations, specPath.child('validations'), (validation, item) =>
      validateValidation(validation, item, expressions),
    ),
    ...validateAnnotations(metadata.name ?? '', auditAnnotations, expressions),
  ];
}

function validateValidation(validation: Validation, item: FieldPath, expressions: PolicyExpressions): FieldError[] {
  const { expression, messageExpression = '', message = '', reason } = validation;
  const place = item.child('expression');
  return [
    ...(expression.trim() === ''
      ? [place.required('expression is not specified')]
      : expressions.check('validation', expression, place)),
    ...validateMessageExpression(messageExpression, item.child('messageExpression'), expressions),
    ...validateMessage(message, item.child('message')),
    ...oneOf(reason, reasons, item.child('reason')),
  ];
}

const empty = 'must be non-empty if specified';

function validateMessageExpression(source: string, path: FieldPath, expressions: PolicyExpressions): FieldError[] {
  if (source === '') return [];
  return source.trim() === '' ? [path.invalid(source, empty)] : expressions.check('message', source, path);
}

function validateMessage(message: string, path: FieldPath): FieldError[] {
  if (message === '') return [];
  const text = message.trim();
  if (text === '') return [path.invalid(message, empty)];
  return /[\n\r]/.test(text) ? [path.invalid(message, 'must not contain line breaks')] : [];
}

function validateAnnotations(
  policyName: string,
  annotations: AuditAnnotation[],
  expressions: PolicyExpressions,
): FieldError[] {
  const place = specPath.child('auditAnnotations');
  const keys = annotations.map(({ key }) => key);
  const duplicated = duplicates();
  const shown = annotations.map(({ key, valueExpression }) => ({ Key: key, ValueExpression: valueExpression }));
  const many = place.invalid(shown, `must not have more than ${maxAnnotations} auditAnnotations`);
  return [
    ...(keys.length > maxAnnotations ? [many] : []),
    ...eachItem(annotations, place, ({ key, valueExpression }, item) => [
      ...validateKey(policyName, key, item.child('key')),
      ...validateValueExpression(valueExpression, item.child('valueExpression'), expressions),
      ...duplicated(key, item.child('key')),
    ]),
  ];
}

/** Audit annotations are recorded as `<policy>/<key>`. */
function validateKey(policyName: string, key: string, path: FieldPath): FieldError[] {
  if (policyName === '') return [path.invalid(key, 'requires metadata.name be non-empty')];
  return path.check(`${policyName}/${key}`, checkQualifiedName);
}

function validateValueExpression(source: string, path: FieldPath, expressions: PolicyExpressions): FieldError[] {
  const trimmed = source.trim();
  if (trimmed === '') return [path.required('valueExpression is not specified')];
  if (Buffer.byteLength(trimmed) > maxValueExpressionBytes) {
    return [path.required(`must not exceed ${maxValueExpressionBytes} bytes in length`)];
  }
  return expressions.checkTrimmed('auditAnnotation', source, path);
}

const statusPath = FieldPath.of('status');
const warningsPath = statusPath.child('typeChecking', 'expressionWarnings');

/** Validates the status of a policy. */
export function validatePolicyStatus({
  status: { typeChecking, conditions = [] },
}: ValidatingAdmissionPolicy): FieldError[] {
  const errors = eachItem(typeChecking?.expressionWarnings, warningsPath, ({ warning, fieldRef }, item) => [
    ...validateRequired(warning, item.child('warning')),
    ...validateRequired(fieldRef.trim(), item.child('fieldRef')),
  ]);
  return [...errors, ...validateConditions(conditions, statusPath.child('conditions'))];
}
