import type { JsonValue } from '../../apimachinery/meta/index.js';
import type { ShapeRun } from './shape-run.js';

/** How values of one Go type come back from it: decoded from JSON, and encoded again. */
export interface Shaper {
  /** The value, which is not null, as its type writes it; changed in place where that is possible. */
  shape(value: JsonValue, run: ShapeRun): JsonValue;
  /** What is written for the value that Go begins with; a new one each time. */
  zero(): JsonValue;
  /** The same for a struct with defaults; absent where it is no struct. */
  zeroWithDefaults?(): JsonValue;
  /** Which values `omitempty` leaves out; structs are never empty. */
  readonly empty: Emptiness;
  /** Whether what is below has a place of its own: values of other types know where they are from their field. */
  readonly isContainer: boolean;
}

/** `absent`: nothing that is there, however empty, which is so for pointers. */
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

/** What is there where nothing, or null, was given. */
export function missingValue(shaper: Shaper): JsonValue {
  return shaper.zeroWithDefaults === undefined ? shaper.zero() : shaper.zeroWithDefaults();
}

/** The same for a member of a list or map; bytes are empty there, for protobuf, as which they are stored, has no null. */
export function missingMember(shaper: Shaper): JsonValue {
  return shaper.empty === 'list' && !shaper.isContainer ? '' : missingValue(shaper);
}
