// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/type.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import { supportedFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import type { ValidationRun } from './validation-run.js';

/** The schema type of a value. In Kubernetes, a number that is not an integer or does not fit int64 is a float. */
function typeOfValue(value: JsonValue): string {
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

/** Whether a float counts as an integer: in the range of exact doubles, and off by less than a billionth. */
export function isNearlyInteger(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  const whole = Math.trunc(value);
  return value === whole || Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < 1e-9;
}

export function allowedTypes(schema: JsonSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type ? [schema.type] : [];
}

/** Checks values against a schema's type and format. */
export class TypeCheck {
  readonly strings: boolean;
  readonly booleans: boolean;
  readonly lists: boolean;
  readonly objects: boolean;
  /** The score of an accepted value: see `Attempt`. */
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
    // Upstream accepts a list wherever there is a string format: the format check only applies to strings.
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

  /** Reports a rejected value; returns its score. */
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
