import {
  formatTime,
  goNumber,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseTime,
  setOwn,
  timeProblem,
} from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';

/**
 * Reads documents as Go reads them into structs, and gives back what Go would write: unknown fields go, null counts as
 * absent, empty values go where their field says so.
 */
export type Decode = (value: JsonValue, at: Place) => JsonValue | undefined;

/** Where in the document a value is. */
export interface Place {
  /** The Go type around it and the fields that lead to it, without indices and keys: what messages name. */
  readonly struct: string;
  readonly fields: string;
  /** With indices and keys. */
  readonly path: string;
  /** Collects the paths of unknown fields; undefined where Go does not look for them. */
  readonly unknown: string[] | undefined;
  readonly depth: number;
}

export const documentRoot: Place = { struct: '', fields: '', path: '', unknown: undefined, depth: 0 };

/** Structs inside structs; no document of good will comes near, and the stack holds many more. */
const maxDepth = 500;

export interface Field {
  readonly decode: Decode;
  /** What is written of a field that is absent or null; undefined: nothing. */
  readonly zero: JsonValue | undefined;
  readonly omitsEmpty: boolean;
}

/** A field that is written whatever it holds. */
export function always(decode: Decode, zero: JsonValue): Field {
  return { decode, zero, omitsEmpty: false };
}

/** A field that is written unless it is empty. */
export function unlessEmpty(decode: Decode): Field {
  return { decode, zero: undefined, omitsEmpty: true };
}

/** A field that is written if it was given. */
export function ifGiven(decode: Decode): Field {
  return { decode, zero: undefined, omitsEmpty: false };
}

export interface StructType {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** The type is asked for when it is first needed, so that types can be recursive. */
export function struct(type: () => StructType): Decode {
  return (value, at) => {
    const { name, fields } = type();
    if (value === null) return undefined;
    if (!isJsonObject(value)) throw mismatch(value, at, `v1.${name}`);
    if (at.depth > maxDepth) throw new ShapeError('exceeded max depth');
    return decodeFields(value, { name, fields, at });
  };
}

function decodeFields(value: JsonObject, { name, fields, at }: StructType & { at: Place }): JsonObject {
  const decoded: JsonObject = {};
  for (const key of Object.keys(value)) {
    const path = at.path === '' ? key : `${at.path}.${key}`;
    if (!Object.hasOwn(fields, key)) {
      at.unknown?.push(path);
      continue;
    }
    const { decode, omitsEmpty } = fields[key]!;
    const inner = { ...at, struct: name, fields: at.fields === '' ? key : `${at.fields}.${key}`, path };
    const field = decode(value[key]!, { ...inner, depth: at.depth + 1 });
    if (field !== undefined && !(omitsEmpty && isEmpty(field))) decoded[key] = field;
  }
  fillZeros(decoded, fields);
  return decoded;
}

function fillZeros(object: JsonObject, fields: StructType['fields']): void {
  for (const key of Object.keys(fields)) {
    const { zero } = fields[key]!;
    if (zero !== undefined && object[key] === undefined) object[key] = structuredClone(zero);
  }
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) ? isEmptyObject(value) : value === '' || value === 0 || value === false;
}

export function listOf(goType: string, decode: Decode, zero: JsonValue): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw mismatch(value, at, `[]${goType}`);
    return value.map((item, index) => decode(item, { ...at, path: `${at.path}[${index}]` }) ?? structuredClone(zero));
  };
}

export function mapOf(goType: string, decode: Decode, zero: JsonValue): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    if (!isJsonObject(value)) throw mismatch(value, at, goType);
    const map: JsonObject = {};
    for (const key of Object.keys(value)) {
      setOwn(map, key, decode(value[key]!, { ...at, path: `${at.path}.${key}` }) ?? structuredClone(zero));
    }
    return map;
  };
}

export function text(goType = 'string'): Decode {
  return (value, at) => {
    if (value === null || typeof value === 'string') return value ?? undefined;
    throw mismatch(value, at, goType);
  };
}

export const boolean: Decode = (value, at) => {
  if (value === null || typeof value === 'boolean') return value ?? undefined;
  throw mismatch(value, at, 'bool');
};

export function integer(goType: 'int32' | 'int64'): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
    const fits = goType === 'int64' || (typeof value === 'number' && value === (value | 0));
    if (isInteger && fits) return value;
    throw mismatch(value, at, goType);
  };
}

export const float: Decode = (value, at) => {
  if (value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw mismatch(value, at, 'float64');
};

export const time: Decode = (value) => {
  if (value === null) return undefined;
  if (typeof value !== 'string') {
    throw new ShapeError(`json: cannot unmarshal ${goTypeOf(value)} into Go value of type string`);
  }
  const parsed = parseTime(value);
  if (parsed === undefined) throw new ShapeError(timeProblem(value));
  return formatTime(parsed);
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const base64Prefix = /^(?:[A-Za-z0-9+/]{4})*/;

export const bytes: Decode = (value, at) => {
  if (value === null) return undefined;
  if (typeof value !== 'string') throw mismatch(value, at, '[]uint8');
  const encoded = value.replace(/[\r\n]/g, '');
  if (base64.test(encoded)) return encoded;
  const fault = base64Prefix.exec(encoded)?.[0].length ?? 0;
  throw new ShapeError(`illegal base64 data at input byte ${fault}`);
};

/** Any document, which is kept as it is. */
export const anything: Decode = (value) => value;

export function mismatch(value: JsonValue, { struct: name, fields }: Place, goType: string): ShapeError {
  const target = name === '' ? 'Go value' : `Go struct field ${name}.${fields}`;
  return new ShapeError(`json: cannot unmarshal ${describe(value, goType)} into ${target} of type ${goType}`);
}

/** Numbers that a field of integers cannot hold are shown. */
function describe(value: JsonValue, goType: string): string {
  const isShown = goType.startsWith('int') && (typeof value === 'number' || typeof value === 'bigint');
  return isShown ? `number ${goNumber(value)}` : goTypeOf(value);
}

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'string' ? 'string' : Array.isArray(value) ? 'array' : 'object';
}
