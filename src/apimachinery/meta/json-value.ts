import { setOwn } from './own-property.js';

/**
 * A decoded JSON document. Kubernetes integers are 64 bit: an integer that is exact as a double is a `number`, one
 * beyond ±(2^53 − 1) that fits int64 is a `bigint`. Invariant: equal values have the same representation.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** An object of a JSON document. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON value that is not modified, such as one of an object that was declared `as const`. */
export type ReadonlyJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ReadonlyJson[]
  | { readonly [key: string]: ReadonlyJson };

/** Whether a value is an object, and neither a list nor null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper nesting is compared without recursion. */
const maxRecursion = 500;
/** The maximum depth of a document that can be decoded. */
const maxDepth = 10_000;

/**
 * Equality by value; the order of keys does not matter. Throws RangeError for values nested deeper than any document
 * can be.
 */
export function jsonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return equal(a, b, 0);
}

function equal(a: JsonValue | undefined, b: JsonValue | undefined, depth: number): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth > maxRecursion) return equalWithoutRecursion(a, b);
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!equal(a[index], b[index], depth + 1)) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !equal(a[key], b[key], depth + 1)) return false;
  return true;
}

/** A deep copy. Ten times as fast as `structuredClone`, which also supports non-JSON values. */
export function cloneJson<Value extends JsonValue>(value: Value): Value {
  return clone(value, 0) as Value;
}

function clone(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxRecursion) return cloneWithoutRecursion(value);
  if (Array.isArray(value)) return value.map((item) => clone(item, depth + 1));
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    setOwn(copy, key, clone(value[key]!, depth + 1));
  }
  return copy;
}

function cloneWithoutRecursion(value: JsonValue[] | JsonObject): JsonValue {
  const root = shallowCopy(value);
  const pending = [root];
  for (let copy = pending.pop(); copy !== undefined; copy = pending.pop()) {
    for (const key of Object.keys(copy)) {
      const member = (copy as JsonObject)[key]!;
      if (typeof member !== 'object' || member === null) continue;
      const inner = shallowCopy(member);
      setOwn(copy as JsonObject, key, inner);
      pending.push(inner);
    }
  }
  return root;
}

function shallowCopy(value: JsonValue[] | JsonObject): JsonValue[] | JsonObject {
  if (Array.isArray(value)) return [...value];
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, value[key]!);
  return copy;
}

function equalWithoutRecursion(a: JsonValue, b: JsonValue): boolean {
  const pending: [left: JsonValue | undefined, right: JsonValue | undefined, depth: number][] = [[a, b, maxRecursion]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right, depth] = pair;
    if (left === right) continue;
    if (depth > maxDepth) throw new RangeError('document nested too deeply');
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pending.push([(left as JsonObject)[key], (right as JsonObject)[key], depth + 1]);
    }
  }
  return true;
}

/** Returns the object in a field; an empty object if it is none. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the list in a field; an empty list if it is none. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the objects of the list in a field; an empty list if it is none. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return listIn(value).filter(isJsonObject);
}

/** Returns the string in a field; an empty string if it is none. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the strings of the list in a field; an empty list if it is none. */
export function textsIn(value: JsonValue | undefined): string[] {
  return listIn(value).filter((item) => typeof item === 'string');
}

/** Whether an integer fits 64 bits. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
