import type { JsonValue } from '../../apimachinery/meta/index.js';
import type { ShapeRun } from './shape-run.js';

/** Round trip of values through a Go type: decoding and encoding of JSON. */
export interface Shaper {
  /** Returns a non-null value as its type encodes it; modified in place if possible. */
  shape(value: JsonValue, run: ShapeRun): JsonValue;
  /** Returns the encoded zero value; a new one each time. */
  zero(): JsonValue;
  /** Like `zero`, for a struct with defaults; unset for other types. */
  zeroWithDefaults?(): JsonValue;
  /** The values that `omitempty` omits; structs are never empty. */
  readonly empty: Emptiness;
  /** Whether nested values have their own path; otherwise they use that of the field. */
  readonly isContainer: boolean;
}

/** `absent`: only absent values are empty, as with pointers. */
export type Emptiness = 'never' | 'absent' | 'null' | 'zero' | 'list' | 'map';

export function isEmptyValue(value: JsonValue, empty: Emptiness): boolean {
  switch (empty) {
    case 'never':
    case 'absent':
      return false;
    case 'null':
      return value === null;
    case 'zero':
      return value === '' || value === 0 || value === false;
    case 'list':
      return value === null || (value as JsonValue[]).length === 0;
    case 'map': {
      for (const _key in value as object) return false;
      return true;
    }
  }
}

/** The value for an absent or null field. */
export function missingValue(shaper: Shaper): JsonValue {
  return shaper.zeroWithDefaults === undefined ? shaper.zero() : shaper.zeroWithDefaults();
}

/**
 * The value for a null list or map member. Bytes become empty, since protobuf, in which they are stored, has no null.
 */
export function missingMember(shaper: Shaper): JsonValue {
  return shaper.empty === 'list' && !shaper.isContainer ? '' : missingValue(shaper);
}
