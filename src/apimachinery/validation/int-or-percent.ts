// Follows staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go (v1.36)

import { goQuote } from '../meta/index.js';

/** A JSON value of Kubernetes' IntOrString: a 32-bit integer, or a string, often a percentage. */
export type IntOrString = number | string;

/** What a percentage is taken of, and how the result is rounded. */
export interface ScaleOptions {
  readonly total: number;
  readonly round: 'up' | 'down';
}

/** The integer itself, or the percentage of the total. Throws RangeError if a string is not a percentage. */
export function scaledValue(value: IntOrString, { total, round }: ScaleOptions): number {
  if (typeof value === 'number') return value;
  if (!value.endsWith('%'))
    throw new RangeError('invalid value for IntOrString: invalid type: string is not a percentage');
  const digits = value.slice(0, -1);
  if (!/^[+-]?[0-9]+$/.test(digits)) {
    const reason = `strconv.Atoi: parsing ${goQuote(digits)}: invalid syntax`;
    throw new RangeError(`invalid value for IntOrString: invalid value ${goQuote(value)}: ${reason}`);
  }
  const exact = (Number(digits) * total) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Parses a command-line value: an integer if possible, otherwise a string. */
export function parseIntOrString(text: string): IntOrString {
  const value = Number(text);
  return /^[+-]?[0-9]+$/.test(text) && value >= int32.min && value <= int32.max ? value : text;
}
