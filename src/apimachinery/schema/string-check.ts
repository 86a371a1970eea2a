// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/values.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/errors/schema.go (v1.36)

import { compilePattern, type Pattern } from '../pattern/index.js';
import { findFormat, supportedFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import type { ValidationRun } from './validation-run.js';

/** Returns the number of checks: see `Attempt`. */
export type StringCheck = (value: string, run: ValidationRun) => number;

/** Undefined if the schema does not restrict strings. */
export function compileStringCheck(schema: JsonSchema): StringCheck | undefined {
  const checkText = compileTextCheck(schema);
  const format = supportedFormat(schema);
  const isOfFormat = findFormat(format);
  if (isOfFormat === undefined) {
    return (
      checkText &&
      ((value, run) => {
        checkText(value, run);
        return 1;
      })
    );
  }
  return (value, run) => {
    checkText?.(value, run);
    if (!isOfFormat(value)) run.failType(format, value);
    return 2;
  };
}

type TextCheck = (value: string, run: ValidationRun) => void;

/** Length and pattern: only the first failure is reported. */
function compileTextCheck({ maxLength, minLength, pattern }: JsonSchema): TextCheck | undefined {
  if (maxLength === undefined && minLength === undefined && !pattern) return undefined;
  const regularExpression = pattern ? compilePattern(pattern) : undefined;
  return (value, run) => {
    if (maxLength !== undefined && value.length > maxLength && characters(value) > maxLength) {
      run.failTooLong(maxLength);
    } else if (minLength !== undefined && (value.length < minLength || characters(value) < minLength)) {
      run.fail(value, `should be at least ${minLength} chars long`);
    } else if (regularExpression !== undefined) {
      checkPattern(regularExpression, value, run);
    }
  };
}

function checkPattern(pattern: Pattern, value: string, run: ValidationRun): void {
  const isMatch = run.matches(pattern, value);
  if (isMatch) return;
  if (isMatch === undefined) {
    run.fail('', `should match '${pattern.source}', but it takes too long to find out`);
    return;
  }
  const { fault } = pattern;
  run.fail(value, `should match '${pattern.source}${fault === undefined ? '' : `, but pattern is invalid: ${fault}`}'`);
}

/** The number of code points; JavaScript's length counts UTF-16 code units. */
function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index + 1 < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count--;
    index++;
  }
  return count;
}
