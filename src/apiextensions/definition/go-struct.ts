// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go (v1.36)

import {
  formatTime,
  goNumber,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonTypeName,
  parseTime,
  setOwn,
  type TypeMismatch,
  timeProblem,
} from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import type { Place } from './place.js';

/**
 * Decodes a value as Go decodes it into a struct, and returns what Go would encode: unknown fields are dropped, null
 * counts as absent, and empty values are dropped where the field omits them.
 */
export type Decode = (value: JsonValue, at: Place) => JsonValue | undefined;

/** Limit of nested structs: far more than legitimate documents have, and less than the stack allows. */
const maxDepth = 1030;

export interface Field {
  readonly decode: Decode;
  /** What is written for a field that is absent or null; undefined: nothing. */
  readonly zero: JsonValue | undefined;
  readonly omitsEmpty: boolean;
}

/** A field that is always encoded. */
export function always(decode: Decode, zero: JsonValue): Field {
  return { decode, zero, omitsEmpty: false };
}

/** A field that is encoded unless it is empty (`omitempty`). */
export function unlessEmpty(decode: Decode): Field {
  return { decode, zero: undefined, omitsEmpty: true };
}

/** A field that is encoded if it was set. */
export function ifGiven(decode: Decode): Field {
  return { decode, zero: undefined, omitsEmpty: false };
}

export interface StructType {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** `type` is called on first use, so that types can be recursive. */
export function struct(type: () => StructType): Decode {
  let reader: StructReader | undefined;
  return (value, at) => {
    reader ??= new StructReader(type());
    return reader.read(value, at);
  };
}

class StructReader {
  readonly #name: string;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #zeros: readonly [name: string, zero: JsonValue][];

  constructor({ name, fields }: StructType) {
    this.#name = name;
    this.#fields = new Map(Object.entries(fields));
    this.#zeros = Object.entries(fields).flatMap(([field, { zero }]) => (zero === undefined ? [] : [[field, zero]]));
  }

  read(value: JsonValue, at: Place): JsonObject | undefined {
    if (value === null) return undefined;
    if (!isJsonObject(value)) throw mismatch(at, { value, goType: `v1.${this.#name}`, form: 'struct' });
    if (at.depth > maxDepth) throw new ShapeError('exceeded max depth');
    const decoded: JsonObject = {};
    for (const key of Object.keys(value)) {
      const field = this.#fields.get(key);
      if (field === undefined) at.reportUnknown(key);
      else readField(decoded, key, { field, value: value[key]!, at: at.field(this.#name, key) });
    }
    for (const [name, zero] of this.#zeros) decoded[name] ??= structuredClone(zero);
    return decoded;
  }
}

function readField(
  decoded: JsonObject,
  key: string,
  { field, value, at }: { field: Field; value: JsonValue; at: Place },
): void {
  const read = field.decode(value, at);
  if (read !== undefined && !(field.omitsEmpty && isEmpty(read))) decoded[key] = read;
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) ? isEmptyObject(value) : value === '' || value === 0 || value === false;
}

export function listOf(goType: string, decode: Decode, zero: JsonValue): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw mismatch(at, { value, goType: `[]${goType}`, form: 'slice' });
    return value.map((item, index) => decode(item, at.item(index)) ?? structuredClone(zero));
  };
}

export function mapOf(goType: string, decode: Decode, zero: JsonValue): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    if (!isJsonObject(value)) throw mismatch(at, { value, goType, form: 'map' });
    const map: JsonObject = {};
    for (const key of Object.keys(value)) {
      setOwn(map, key, decode(value[key]!, at.item(key)) ?? structuredClone(zero));
    }
    return map;
  };
}

export function text(goType = 'string'): Decode {
  return (value, at) => {
    if (value === null || typeof value === 'string') return value ?? undefined;
    throw mismatch(at, { value, goType, form: 'string' });
  };
}

export const boolean: Decode = (value, at) => {
  if (value === null || typeof value === 'boolean') return value ?? undefined;
  throw mismatch(at, { value, goType: 'bool', form: 'bool' });
};

export function integer(goType: 'int32' | 'int64'): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
    const fits = goType === 'int64' || (typeof value === 'number' && value === (value | 0));
    if (isInteger && fits) return value;
    throw mismatch(at, { value, goType, form: goType });
  };
}

export const float: Decode = (value, at) => {
  if (value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw mismatch(at, { value, goType: 'float64', form: 'float64' });
};

export const time: Decode = (value) => {
  if (value === null) return undefined;
  if (typeof value !== 'string') {
    throw new ShapeError(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type string`);
  }
  const parsed = parseTime(value);
  if (parsed === undefined) throw new ShapeError(timeProblem(value));
  return formatTime(parsed);
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const base64Prefix = /^(?:[A-Za-z0-9+/]{4})*/;

export const bytes: Decode = (value, at) => {
  if (value === null) return undefined;
  if (typeof value !== 'string') throw mismatch(at, { value, goType: '[]uint8', form: 'slice' });
  const encoded = value.replace(/[\r\n]/g, '');
  if (base64.test(encoded)) return encoded;
  const fault = base64Prefix.exec(encoded)?.[0].length ?? 0;
  throw new ShapeError(`illegal base64 data at input byte ${fault}`);
};

/** Any value, kept unchanged. */
export const anything: Decode = (value) => value;

function mismatch({ target }: Place, found: TypeMismatch): ShapeError {
  const { value, goType } = found;
  return new ShapeError(`json: cannot unmarshal ${describe(value, goType)} into ${target} of type ${goType}`, found);
}

/** Go's message contains the number if an integer field cannot hold it. */
function describe(value: JsonValue, goType: string): string {
  const isShown = goType.startsWith('int') && (typeof value === 'number' || typeof value === 'bigint');
  return isShown ? `number ${goNumber(value)}` : jsonTypeName(value);
}
