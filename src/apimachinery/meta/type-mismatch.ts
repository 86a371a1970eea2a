import type { JsonValue } from './json-value.js';

/** A value that cannot be decoded into a field of a Go type. */
export interface TypeMismatch {
  readonly value: JsonValue;
  /** As Go's messages name it: `v1.RestartPolicy`. */
  readonly goType: string;
  /** What the type is underneath; `own`: it has custom unmarshalling. */
  readonly form: 'struct' | 'map' | 'slice' | 'string' | 'bool' | 'int32' | 'int64' | 'uint8' | 'float64' | 'own';
}
