// Follows vendor/github.com/google/cel-go/common/types/types.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/optional.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/err.go (v1.36)

import type { JsonObject } from '../meta/index.js';
import { CelFailure } from './failure.js';
import type { CelList } from './lists.js';
import type { CelMap } from './maps.js';
import { CelReference } from './reference.js';
import { CelType, listOf, mapOf, type ObjectType, opaqueOf } from './types.js';

/**
 * The representation of CEL values. Decoded JSON is a CEL value without conversion:
 *
 * | CEL       | TypeScript                                                                      |
 * |-----------|---------------------------------------------------------------------------------|
 * | int       | `number` that is a safe integer, or `bigint` beyond ±(2^53 − 1)                 |
 * | double    | `number` that is not a safe integer, or `IntegralDouble` where it would be one   |
 * | uint      | `CelUint`                                                                       |
 * | string    | `string`                                                                        |
 * | bool, null| `boolean`, `null`                                                               |
 * | bytes     | `Uint8Array`                                                                    |
 * | list      | array, or a `ListView`                                                          |
 * | map       | plain object (keys are strings), or a `MapView`                                 |
 * | others    | `CelTimestamp`, `CelDuration`, `CelOptional`, `CelType`, `CelObject`, libraries' |
 *
 * Each value has exactly one representation: create ints with `intOf` and doubles with `doubleOf` unless the range is
 * known.
 */
export type CelValue =
  | null
  | boolean
  | CelInt
  | CelDouble
  | string
  | Uint8Array
  | CelList
  | CelMap
  | JsonObject
  | CelReference;

/** A signed integer of 64 bits. */
export type CelInt = number | bigint;
/** A floating-point number. */
export type CelDouble = number | IntegralDouble;

/** A double whose value is a safe integer: as a plain `number` it would be an int. */
export class IntegralDouble extends CelReference {
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }

  get type(): CelType {
    return DOUBLE;
  }
}

/** An unsigned integer of 64 bits. */
export class CelUint extends CelReference {
  /** Within 0 … 2^64 − 1. */
  readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }

  get type(): CelType {
    return UINT;
  }
}

/** A point in time. */
export class CelTimestamp extends CelReference {
  /** Since 1970-01-01T00:00:00Z. */
  readonly nanoseconds: bigint;
  /** Seconds east of UTC, as parsed. Only affects `string()`. */
  readonly offsetSeconds: number;

  constructor(nanoseconds: bigint, offsetSeconds = 0) {
    super();
    this.nanoseconds = nanoseconds;
    this.offsetSeconds = offsetSeconds;
  }

  get type(): CelType {
    return TIMESTAMP;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelTimestamp && other.nanoseconds === this.nanoseconds;
  }
}

/** A duration. */
export class CelDuration extends CelReference {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    super();
    this.nanoseconds = nanoseconds;
  }

  get type(): CelType {
    return DURATION;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelDuration && other.nanoseconds === this.nanoseconds;
  }
}

/** An optional value, as `optional.of()` returns it. */
export class CelOptional<T extends CelValue = CelValue> extends CelReference {
  static readonly none = new CelOptional<never>(undefined);
  readonly #value: T | undefined;

  private constructor(value: T | undefined) {
    super();
    this.#value = value;
  }

  static of<T extends CelValue>(value: T): CelOptional<T> {
    return new CelOptional(value);
  }

  get type(): CelType {
    return OPTIONAL;
  }

  get hasValue(): boolean {
    return this.#value !== undefined;
  }

  get value(): T {
    if (this.#value === undefined) throw new CelFailure('optional.none() dereference');
    return this.#value;
  }
}

/** A value with the fields of an object type: an object literal, lazily computed variables, a request. */
export abstract class CelObject extends CelReference {
  abstract override get type(): ObjectType;

  /** Returns the field's value; undefined if it is not set. */
  abstract field(name: string): CelValue | undefined;

  /** The names of all fields that may be set. */
  fieldNames(): Iterable<string> {
    return this.type.fields.keys();
  }
}

/** The type of values whose type is known at run time only. */
export const DYN: CelType<CelValue> = new CelType('dyn', 'dyn');
/** Like DYN, but no macro iterates over it: google.protobuf.Any. */
export const ANY: CelType<CelValue> = new CelType('dyn', 'any');
export const ERROR: CelType<never> = new CelType('error', '!error!');
/** The type of null. */
export const NULL: CelType<null> = new CelType('null', 'null_type');
/** The type of booleans. */
export const BOOL: CelType<boolean> = new CelType('bool', 'bool');
/** The type of signed integers. */
export const INT: CelType<CelInt> = new CelType('int', 'int');
/** The type of unsigned integers. */
export const UINT: CelType<CelUint> = new CelType('uint', 'uint');
/** The type of floating-point numbers. */
export const DOUBLE: CelType<CelDouble> = new CelType('double', 'double');
/** The type of strings. */
export const STRING: CelType<string> = new CelType('string', 'string');
/** The type of byte strings. */
export const BYTES: CelType<Uint8Array> = new CelType('bytes', 'bytes');
/** The type of points in time. */
export const TIMESTAMP: CelType<CelTimestamp> = new CelType('timestamp', 'google.protobuf.Timestamp');
/** The type of durations. */
export const DURATION: CelType<CelDuration> = new CelType('duration', 'google.protobuf.Duration');
/** The type of types. */
export const TYPE: CelType<CelType> = new CelType('type', 'type');
/** The type of lists of any values. */
export const LIST = listOf(DYN) as CelType<CelList>;
/** The type of maps of any keys and values. */
export const MAP = mapOf(DYN, DYN) as CelType<CelMap | JsonObject>;
const OPTIONAL = optionalOf(DYN);

/** The type of optional values of one type. */
export function optionalOf(type: CelType): CelType<CelOptional> {
  return opaqueOf<CelOptional>('optional_type', type);
}

export function isOptionalType(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}

/** The run-time type of a value, the result of `type(x)`. */
export function typeOf(value: CelValue): CelType {
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'boolean':
      return BOOL;
    case 'number':
      return Number.isSafeInteger(value) ? INT : DOUBLE;
    case 'bigint':
      return INT;
    default:
      if (value === null) return NULL;
      if (Array.isArray(value)) return LIST;
      if (value instanceof CelReference) return value.type;
      return value instanceof Uint8Array ? BYTES : MAP;
  }
}

/** Whether a value is a signed integer. */
export function isInt(value: CelValue): value is CelInt {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint';
}

/** Whether a value is a floating-point number. */
export function isDouble(value: CelValue): value is CelDouble {
  return typeof value === 'number' ? !Number.isSafeInteger(value) : value instanceof IntegralDouble;
}

/** Returns the double as a JavaScript number. */
export function doubleValue(value: CelDouble): number {
  return typeof value === 'number' ? value : value.value;
}

/** Returns a CEL double. */
export function doubleOf(value: number): CelDouble {
  return Number.isSafeInteger(value) ? new IntegralDouble(value) : value;
}

/** Returns a CEL int; throws `CelFailure` if the value does not fit 64 bits. */
export function intOf(value: bigint): CelInt {
  if (value >= MIN_SAFE && value <= MAX_SAFE) return Number(value);
  if (value < MIN_INT64 || value > MAX_INT64) throw new CelFailure('integer overflow');
  return value;
}

/** Returns a CEL uint; throws `CelFailure` if the value does not fit 64 bits. */
export function uintOf(value: bigint): CelUint {
  if (value < 0n || value > MAX_UINT64) throw new CelFailure('unsigned integer overflow');
  return new CelUint(value);
}

export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;
export const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
