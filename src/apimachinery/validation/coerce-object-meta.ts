import {
  formatTime,
  goNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseTime,
  timeProblem,
} from '../meta/index.js';
import { type FieldError, invalidValue } from './field-error.js';
import { FieldPath } from './field-path.js';
import { goTypeOf, objectMetaMembers, type Shape } from './object-meta-shape.js';

export interface CoercedMetadata {
  /** Only what ObjectMeta has, in wire order, empty members left out. Undefined if there are errors. */
  readonly metadata: JsonObject | undefined;
  /** The paths of members that ObjectMeta does not have. */
  readonly unknownFields: readonly string[];
  readonly errors: readonly FieldError[];
}

export interface CoerceOptions {
  /** What happens to members of another type: a write is refused, a read of something old goes without them. */
  readonly malformed: 'refuse' | 'drop';
  /** `metadata` unless the metadata is inside another object. */
  readonly path?: FieldPath;
}

/** Makes metadata that nobody has checked yet, such as a custom resource's, into ObjectMeta. */
export function coerceObjectMeta(value: JsonValue, options: CoerceOptions): CoercedMetadata {
  const { malformed, path = FieldPath.of('metadata') } = options;
  const reader = new Reader(malformed);
  try {
    const metadata = isJsonObject(value) ? reader.objectMeta(value, path) : wrongMetadata(value, malformed);
    return { metadata, unknownFields: reader.unknownFields, errors: [] };
  } catch (error) {
    if (!(error instanceof WrongType)) throw error;
    return { metadata: undefined, unknownFields: [], errors: [invalidValue(path, value, error.message)] };
  }
}

class WrongType extends Error {}

function wrongMetadata(value: JsonValue, malformed: 'refuse' | 'drop'): JsonObject {
  if (malformed === 'drop' || value === null) return {};
  throw new WrongType(`json: cannot unmarshal ${jsonType(value)} into Go value of type v1.ObjectMeta`);
}

/** Where a value is: the Go struct that it is in, and its way from ObjectMeta, for messages. */
interface Place {
  readonly struct: string;
  readonly field: string;
  readonly path: FieldPath;
}

class Reader {
  readonly unknownFields: string[] = [];
  readonly #malformed: 'refuse' | 'drop';

  constructor(malformed: 'refuse' | 'drop') {
    this.#malformed = malformed;
  }

  objectMeta(value: JsonObject, path: FieldPath): JsonObject {
    this.#noteUnknown(value, objectMetaMembers, path);
    const result: JsonObject = {};
    for (const [name, shape] of Object.entries(objectMetaMembers)) {
      const place = { struct: 'ObjectMeta', field: name, path: path.child(name) };
      const member = Object.hasOwn(value, name) ? this.#member(value[name] ?? null, shape, place) : undefined;
      if (member !== undefined) result[name] = member;
    }
    return result;
  }

  #member(value: JsonValue, shape: Shape, place: Place): JsonValue | undefined {
    if (this.#malformed === 'refuse') return this.#read(value, shape, place);
    try {
      return this.#read(value, shape, place);
    } catch (error) {
      if (error instanceof WrongType) return undefined;
      throw error;
    }
  }

  /** Undefined if the value is null or empty and so has no place on the wire. */
  #read(value: JsonValue, shape: Shape, place: Place): JsonValue | undefined {
    switch (shape.type) {
      case 'text':
        return readText(value, shape.goType, place) || (shape.keepEmpty ? '' : undefined);
      case 'integer':
        return readInteger(value, place);
      case 'boolean':
        if (value === null) return undefined;
        return typeof value === 'boolean' ? value : mismatch(value, 'bool', place);
      case 'time':
        return readTime(value);
      case 'raw':
        return value ?? undefined;
      case 'texts':
        return readTexts(value, place);
      case 'list':
        return this.#list(value, shape.item, place);
      case 'struct':
        return this.#struct(value ?? {}, shape, place);
    }
  }

  #list(value: JsonValue, item: Shape, place: Place): JsonValue | undefined {
    if (value === null) return undefined;
    if (!Array.isArray(value)) return mismatch(value, `[]${goTypeOf(item)}`, place);
    const items = value.map((one, index) => this.#read(one, item, { ...place, path: place.path.index(index) }) ?? null);
    return items.length > 0 ? items : undefined;
  }

  #struct(value: JsonValue, { name, members }: Shape & { type: 'struct' }, place: Place): JsonObject {
    if (!isJsonObject(value)) return mismatch(value, `v1.${name}`, place);
    this.#noteUnknown(value, members, place.path);
    const result: JsonObject = {};
    for (const [key, shape] of Object.entries(members)) {
      const inner = { struct: name, field: `${place.field}.${key}`, path: place.path.child(key) };
      const member = this.#read(Object.hasOwn(value, key) ? (value[key] ?? null) : null, shape, inner);
      if (member !== undefined) result[key] = member;
    }
    return result;
  }

  #noteUnknown(value: JsonObject, members: Readonly<Record<string, Shape>>, path: FieldPath): void {
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name)) this.unknownFields.push(path.child(name).toString());
    }
  }
}

function readText(value: JsonValue, goType: string, place: Place): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : mismatch(value, goType, place);
}

function readInteger(value: JsonValue, place: Place): JsonValue | undefined {
  if (value === null) return undefined;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return value;
  return mismatch(value, 'int64', place);
}

function readTime(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') {
    throw new WrongType(`json: cannot unmarshal ${jsonType(value)} into Go value of type string`);
  }
  const instant = parseTime(value);
  if (instant === undefined) throw new WrongType(timeProblem(value));
  return formatTime(instant);
}

/** A map of texts. `defineProperty`, because a key may be `__proto__`. */
function readTexts(value: JsonValue, place: Place): JsonObject | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) return mismatch(value, 'map[string]string', place);
  const result: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) {
    const text = readText(entry, 'string', place);
    Object.defineProperty(result, key, { value: text, enumerable: true, writable: true, configurable: true });
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

function mismatch(value: JsonValue, goType: string, { struct, field }: Place): never {
  throw new WrongType(
    `json: cannot unmarshal ${jsonType(value)} into Go struct field ${struct}.${field} of type ${goType}`,
  );
}

function jsonType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' && !Number.isInteger(value)) return `number ${goNumber(value)}`;
  return typeof value === 'bigint' ? 'number' : typeof value;
}
