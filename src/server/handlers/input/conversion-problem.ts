// Follows staging/src/k8s.io/apimachinery/pkg/runtime/converter.go (v1.36)

import type { JsonValue, TypeMismatch } from '../../../apimachinery/meta/index.js';
import type { ShapeError } from '../../dialect/index.js';

/**
 * Returns how upstream reports a decoding error of the result of a strategic merge patch, which it converts instead of
 * decoding.
 */
export function conversionProblem({ message, mismatch }: Pick<ShapeError, 'message' | 'mismatch'>): string {
  if (mismatch) return mismatchProblem(mismatch);
  return message.startsWith('illegal base64') ? `error decoding from json: ${message}` : message;
}

export function mismatchProblem({ value, goType, form }: TypeMismatch): string {
  const kind = goKind(value);
  switch (form) {
    case 'struct':
      return `cannot restore struct from: ${kind}`;
    case 'map':
    case 'slice':
      return `cannot restore ${form} from ${kind}`;
    case 'own':
      return `json: cannot unmarshal ${jsonKinds[kind]} into Go value of type ${goType}`;
    default:
      return isConvertible(kind, form) ? `cannot convert ${kind} to ${goType}` : `unrecognized type: ${form}`;
  }
}

const jsonKinds = {
  string: 'string',
  bool: 'bool',
  map: 'object',
  slice: 'array',
  int64: 'number',
  float64: 'number',
} as const;

type GoKind = keyof typeof jsonKinds;

function goKind(value: JsonValue): GoKind {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'bigint') return 'int64';
  return Array.isArray(value) ? 'slice' : 'map';
}

/** Whether Go could convert the types, though not this value. */
function isConvertible(kind: GoKind, form: TypeMismatch['form']): boolean {
  const isNumber = form !== 'string' && form !== 'bool';
  return kind === 'int64' ? isNumber || form === 'string' : kind === 'float64' && isNumber;
}
