// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { ClaimValidationRule } from './authentication-configuration.js';
import { compileClaimRule, ExpressionProblem } from './claim-expressions.js';

export function validateClaimRules(rules: readonly ClaimValidationRule[], path: FieldPath): FieldError[] {
  return rules.flatMap((rule, index) => {
    const isFirst = (field: 'claim' | 'expression'): boolean =>
      rules.findIndex((one) => one[field] === rule[field]) === index;
    const at = path.index(index);
    if (rule.claim !== '' && rule.expression !== '') {
      return [at.invalid(rule.claim, "claim and expression can't both be set")];
    }
    if (rule.claim !== '') return validateClaim(rule, at, isFirst('claim'));
    if (rule.expression !== '') return validateExpression(rule, at, isFirst('expression'));
    return [at.required('claim or expression is required')];
  });
}

function validateClaim({ claim, message }: ClaimValidationRule, path: FieldPath, isFirst: boolean): FieldError[] {
  const errors: FieldError[] = [];
  if (message !== '') {
    errors.push(path.child('message').invalid(message, 'may not be specified when claim is set'));
  }
  if (!isFirst) errors.push(path.child('claim').duplicate(claim));
  return errors;
}

function validateExpression(rule: ClaimValidationRule, path: FieldPath, isFirst: boolean): FieldError[] {
  const { expression, requiredValue } = rule;
  const errors: FieldError[] = [];
  if (requiredValue !== '') {
    const detail = 'may not be specified when expression is set';
    errors.push(path.child('requiredValue').invalid(requiredValue, detail));
  }
  const at = path.child('expression');
  return [...errors, ...(isFirst ? problemsOf(compileClaimRule, expression, at) : [at.duplicate(expression)])];
}

/** Returns the compilation errors of an expression. */
export function problemsOf(
  compile: (expression: string) => unknown,
  expression: string,
  path: FieldPath,
): FieldError[] {
  try {
    compile(expression);
    return [];
  } catch (error) {
    if (error instanceof ExpressionProblem) return [path.invalid(expression, error.message)];
    throw error;
  }
}
