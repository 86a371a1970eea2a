// Follows staging/src/k8s.io/client-go/util/jsonpath/jsonpath.go (v1.36)

import type { JsonValue } from '../../apimachinery/meta/index.js';

/** The operator as written: filters with unknown operators are valid, and fail on every object. */
export type Comparison = string;

/** Undefined: values of these types cannot be compared. Integers and floats are different types. */
export function compare(left: JsonValue, right: JsonValue, operator: Comparison): boolean | undefined {
  const kind = kindOf(left);
  if (kind === undefined || kind !== kindOf(right)) return undefined;
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (kind === 'bool') return undefined;
  const [a, b] = [left as string | number | bigint, right as string | number | bigint];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  if (operator === '>') return a > b;
  return operator === '>=' ? a >= b : undefined;
}

function kindOf(value: JsonValue): 'bool' | 'int' | 'float' | 'string' | undefined {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int' : 'float';
  return undefined;
}
