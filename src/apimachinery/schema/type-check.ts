import type { JsonValue } from '../meta/index.js';
import { supportedFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import type { ValidationRun } from './validation-run.js';

/** The schema type of a value. A number that is no integer, or too big for int64, is a float in Kubernetes. */
export function typeOfValue(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return typeof value;
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
  }
}

/** Whether a float counts as an integer: within what doubles count exactly, and off by less than a billionth. */
export function isNearlyInteger(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  const whole = Math.trunc(value);
  return value === whole || Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < 1e-9;
}

export function allowedTypes(schema: JsonSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type ? [schema.type] : [];
}

/** Which values a schema's type and format admit. */
export class TypeCheck {
  readonly strings: boolean;
  readonly booleans: boolean;
  readonly lists: boolean;
  readonly objects: boolean;
  /** What a value scores that is admitted: see `Attempt`. */
  readonly score: number;
  readonly #integers: boolean;
  readonly #numbers: boolean;
  readonly #types: readonly string[];
  readonly #format: string;

  constructor(schema: JsonSchema) {
    const types = allowedTypes(schema);
    const format = supportedFormat(schema);
    const any = types.length === 0 && format === '';
    this.#integers = any || types.includes('integer');
    this.#numbers = any || types.includes('number');
    // Upstream lets a list pass wherever a string format is given: the format check is for strings only.
    const formatted = format !== '' && !this.#integers && !this.#numbers;
    this.strings = any || formatted || types.includes('string');
    this.lists = any || formatted || types.includes('array');
    this.booleans = any || types.includes('boolean');
    this.objects = any || types.includes('object');
    this.score = any ? 0 : 2;
    this.#types = types;
    this.#format = format;
  }

  admitsNumber(value: number | bigint): boolean {
    if (this.#numbers) return true;
    return this.#integers && (typeof value === 'bigint' || isNearlyInteger(value));
  }

  /** Reports a value that is not admitted; returns what it scores. */
  refuse(value: JsonValue, run: ValidationRun): number {
    const actual = typeOfValue(value);
    if (this.#format !== '' && actual !== 'string' && actual !== 'array') {
      run.failType(this.#format, actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '');
    } else {
      run.failType(this.#types.join(','), actual);
    }
    return 1;
  }
}
