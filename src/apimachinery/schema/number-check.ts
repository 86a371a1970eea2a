// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/values.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/errors/schema.go (v1.36)

import { goNumber } from '../meta/index.js';
import { supportedFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import { allowedTypes, isNearlyInteger } from './type-check.js';
import type { ValidationRun } from './validation-run.js';

export type NumberCheck = (value: number | bigint, run: ValidationRun) => void;

/** The range of a type and format, and whether a number is in it. */
interface NumberRange {
  readonly description: string;
  readonly holds: (value: number | bigint) => boolean;
}

/** Undefined if the schema does not restrict numbers. */
export function compileNumberCheck(schema: JsonSchema): NumberCheck | undefined {
  const range = rangeOf(schema);
  const checks = [
    rangeCheck(range),
    limitCheck(schema.multipleOf, 'MultipleOf', { range, check: checkMultiple }),
    limitCheck(schema.minimum, 'Minimum boundary', { range, check: checkMinimum(schema.exclusiveMinimum === true) }),
    limitCheck(schema.maximum, 'Maximum boundary', { range, check: checkMaximum(schema.exclusiveMaximum === true) }),
  ].filter((check) => check !== undefined);
  if (checks.length === 0) return undefined;
  return (value, run) => {
    for (const check of checks) check(value, run);
  };
}

function rangeOf(schema: JsonSchema): NumberRange | undefined {
  const [type, ...others] = allowedTypes(schema);
  if (others.length > 0) return undefined;
  const format = supportedFormat(schema);
  const description = `of type ${type} ${format === '' ? '(default format)' : `with format ${format}`}`;
  if (type === 'integer') return { description, holds: format === 'int32' ? fitsInt32 : fitsInt64 };
  if (type === 'number' && format === 'float') return { description, holds: fitsFloat };
  return undefined;
}

function fitsInt32(value: number | bigint): boolean {
  return isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

function fitsInt64(value: number | bigint): boolean {
  return isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

function fitsFloat(value: number | bigint): boolean {
  return Number.isFinite(Math.fround(Number(value)));
}

function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function rangeCheck(range: NumberRange | undefined): NumberCheck | undefined {
  return (
    range &&
    ((value, run) => {
      if (!range.holds(value)) run.failOverall((place) => `Checked value must be ${range.description} in ${place}`);
    })
  );
}

interface Limit {
  readonly value: number | bigint;
  readonly limit: number;
}

/** A limit that its own type cannot represent is reported for every value, and still compared as a float. */
function limitCheck(
  given: number | bigint | undefined,
  name: string,
  { range, check }: { range: NumberRange | undefined; check: (limit: Limit, run: ValidationRun) => void },
): NumberCheck | undefined {
  if (given === undefined) return undefined;
  const limit = Number(given);
  if (range !== undefined && !range.holds(limit)) {
    return (value, run) => {
      run.failOverall((place) => `${name} value must be ${range.description} in ${place}`);
      check({ value: Number(value), limit }, run);
    };
  }
  // Upstream compares an int64 with the limit truncated to an int64, even if the limit has a fraction.
  const wholeLimit = Math.trunc(limit);
  return (value, run) => check({ value, limit: isWhole(value) ? wholeLimit : limit }, run);
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

function checkMinimum(exclusive: boolean): (limit: Limit, run: ValidationRun) => void {
  return ({ value, limit }, run) => {
    if (exclusive ? value > limit : value >= limit) return;
    run.fail(value, `should be greater than ${exclusive ? '' : 'or equal to '}${limitText(value, limit)}`);
  };
}

function checkMaximum(exclusive: boolean): (limit: Limit, run: ValidationRun) => void {
  return ({ value, limit }, run) => {
    if (exclusive ? value < limit : value <= limit) return;
    run.fail(value, `should be less than ${exclusive ? '' : 'or equal to '}${limitText(value, limit)}`);
  };
}

function checkMultiple({ value, limit: factor }: Limit, run: ValidationRun): void {
  if (factor <= 0) {
    const text = limitText(value, factor);
    run.failSaying(factor, (place) => `factor MultipleOf declared for ${place} must be positive: ${text}`);
  } else if (!isMultiple(value, factor)) {
    run.fail(value, `should be a multiple of ${limitText(value, factor)}`);
  }
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(factor) && value % BigInt(factor) === 0n;
  if (Number.isSafeInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  return isNearlyInteger(factor < 1 ? (1 / factor) * value : value / factor);
}

/** A limit is printed like the value: in full for an int64, as a float for a float. */
function limitText(value: number | bigint, limit: number): string {
  if (isWhole(value) || !Number.isSafeInteger(limit) || Math.abs(limit) < 1e6) return goNumber(limit);
  const [mantissa, power = ''] = limit.toExponential().split('e+');
  return `${mantissa}e+${power.padStart(2, '0')}`;
}
