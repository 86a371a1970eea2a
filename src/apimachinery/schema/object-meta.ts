// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/algorithm.go (v1.36)

import {
  goNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  normalTime,
  setOwn,
  type TypeMismatch,
  timeProblem,
} from '../meta/index.js';

/** A metadata field has a type that ObjectMeta does not allow. The message is that of Kubernetes' decoder. */
export class MalformedMetadata extends Error {
  override readonly name = 'MalformedMetadata';
  /** Unset: the value has the right type, but not one of its values. */
  readonly mismatch: TypeMismatch | undefined;

  constructor(message: string, mismatch?: TypeMismatch) {
    super(message);
    this.mismatch = mismatch;
  }
}

/** Converts a decoded value to that of ObjectMeta; undefined if it is dropped. Throws MalformedMetadata. */
type Decode = (value: JsonValue, at: Location) => JsonValue | undefined;

interface Location {
  /** The Go struct of the field, for messages. */
  readonly goStruct: string;
  readonly path: string;
  /** Collects the paths of unknown fields. */
  readonly unknown: string[];
}

const ownerReferenceFields: Readonly<Record<string, Decode>> = {
  apiVersion: decodeString,
  kind: decodeString,
  name: decodeString,
  uid: decodeUid,
  controller: decodeBoolean,
  blockOwnerDeletion: decodeBoolean,
};

const managedFieldsFields: Readonly<Record<string, Decode>> = {
  manager: nonEmpty(decodeString),
  operation: nonEmpty((value, at) => decodeText(value, at, 'v1.ManagedFieldsOperationType')),
  apiVersion: nonEmpty(decodeString),
  time: decodeTime,
  fieldsType: nonEmpty(decodeString),
  fieldsV1: (value) => value ?? undefined,
  subresource: nonEmpty(decodeString),
};

const objectMetaFields: Readonly<Record<string, Decode>> = {
  name: nonEmpty(decodeString),
  generateName: nonEmpty(decodeString),
  namespace: nonEmpty(decodeString),
  selfLink: nonEmpty(decodeString),
  uid: nonEmpty(decodeUid),
  resourceVersion: nonEmpty(decodeString),
  generation: nonEmpty(decodeInteger),
  creationTimestamp: decodeTime,
  deletionTimestamp: decodeTime,
  deletionGracePeriodSeconds: decodeInteger,
  labels: decodeStringMap,
  annotations: decodeStringMap,
  ownerReferences: nonEmpty(
    decodeList('[]v1.OwnerReference', (value, at) => ({
      ...{ apiVersion: '', kind: '', name: '', uid: '' },
      ...decodeStruct({ goType: 'OwnerReference', fields: ownerReferenceFields }, value, at),
    })),
  ),
  finalizers: nonEmpty(decodeList('[]string', (value, at) => decodeString(value, at) ?? '')),
  managedFields: nonEmpty(
    decodeList('[]v1.ManagedFieldsEntry', (value, at) =>
      decodeStruct({ goType: 'ManagedFieldsEntry', fields: managedFieldsFields }, value, at),
    ),
  ),
};

/** Whether ObjectMeta has a field of this name. */
export function isMetadataField(name: string): boolean {
  return Object.hasOwn(objectMetaFields, name);
}

const objectMeta = { goType: 'ObjectMeta', fields: objectMetaFields };

/** Metadata that has been coerced to ObjectMeta. */
export interface CoercedMetadata {
  readonly metadata: JsonObject;
  /** Paths of unknown fields, relative to metadata, such as `ownerReferences[0].x`. */
  readonly unknown: string[];
}

/**
 * Returns metadata after a round trip through ObjectMeta: without unknown and empty fields. A field of the wrong type
 * is dropped, or rejected with MalformedMetadata.
 */
export function coerceObjectMeta(
  metadata: JsonValue,
  { malformed }: { malformed: 'drop' | 'refuse' },
): CoercedMetadata {
  const unknown: string[] = [];
  try {
    return { metadata: decodeStruct(objectMeta, metadata, { goStruct: '', path: '', unknown }), unknown };
  } catch (error) {
    if (malformed === 'refuse' || !(error instanceof MalformedMetadata) || !isJsonObject(metadata)) throw error;
    return withoutMalformed(metadata);
  }
}

function withoutMalformed(metadata: JsonObject): CoercedMetadata {
  const coerced: JsonObject = {};
  const unknown: string[] = [];
  for (const key of Object.keys(metadata)) {
    try {
      Object.assign(coerced, decodeStruct(objectMeta, { [key]: metadata[key]! }, { goStruct: '', path: '', unknown }));
    } catch (error) {
      if (!(error instanceof MalformedMetadata)) throw error;
    }
  }
  return { metadata: coerced, unknown };
}

function decodeStruct(
  { goType, fields }: { goType: string; fields: Readonly<Record<string, Decode>> },
  value: JsonValue,
  at: Location,
): JsonObject {
  if (value === null) return {};
  if (!isJsonObject(value)) throw malformed(at, { value, goType: `v1.${goType}`, form: 'struct' });
  const struct: JsonObject = {};
  for (const key of Object.keys(value)) {
    const decode = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const path = at.path === '' ? key : `${at.path}.${key}`;
    if (decode === undefined) {
      at.unknown.push(path);
      continue;
    }
    const decoded = decode(value[key]!, { goStruct: goType, path, unknown: at.unknown });
    if (decoded !== undefined) struct[key] = decoded;
  }
  return struct;
}

function decodeString(value: JsonValue, at: Location): string | undefined {
  return decodeText(value, at, 'string');
}

function decodeUid(value: JsonValue, at: Location): string | undefined {
  return decodeText(value, at, 'types.UID');
}

function decodeText(value: JsonValue, at: Location, goType: string): string | undefined {
  if (value === null || typeof value === 'string') return value ?? undefined;
  throw malformed(at, { value, goType, form: 'string' });
}

function decodeBoolean(value: JsonValue, at: Location): boolean | undefined {
  if (value === null || typeof value === 'boolean') return value ?? undefined;
  throw malformed(at, { value, goType: 'bool', form: 'bool' });
}

function decodeInteger(value: JsonValue, at: Location): number | bigint | undefined {
  if (value === null || typeof value === 'bigint' || Number.isSafeInteger(value)) {
    return (value as number | bigint | null) ?? undefined;
  }
  throw malformed(at, { value, goType: 'int64', form: 'int64' });
}

function decodeTime(value: JsonValue, at: Location): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') throw malformed(at, { value, goType: 'string', form: 'own' });
  const time = normalTime(value);
  if (time === undefined) throw new MalformedMetadata(timeProblem(value));
  return time;
}

function decodeStringMap(value: JsonValue, at: Location): JsonObject | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) throw malformed(at, { value, goType: 'map[string]string', form: 'map' });
  const keys = Object.keys(value);
  if (keys.length === 0) return undefined;
  // A copy of tens of thousands of keys takes milliseconds.
  if (keys.every((key) => typeof value[key] === 'string')) return value;
  const map: JsonObject = {};
  for (const key of keys) setOwn(map, key, decodeString(value[key]!, at) ?? '');
  return map;
}

function decodeList(goType: string, decodeItem: (value: JsonValue, at: Location) => JsonValue): Decode {
  return (value, at) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw malformed(at, { value, goType, form: 'slice' });
    return value.map((item, index) => decodeItem(item, { ...at, path: `${at.path}[${index}]` }));
  };
}

/** Go omits empty values of fields with `omitempty`. */
function nonEmpty(decode: Decode): Decode {
  return (value, at) => {
    const decoded = decode(value, at);
    if (decoded === '' || decoded === 0 || (Array.isArray(decoded) && decoded.length === 0)) return undefined;
    return isJsonObject(decoded) && Object.keys(decoded).length === 0 ? undefined : decoded;
  };
}

function malformed({ goStruct, path }: Location, mismatch: TypeMismatch): MalformedMetadata {
  const { value, goType } = mismatch;
  // Go includes the names of all fields on the path, but no list indexes.
  const place = goStruct === '' ? 'value' : `struct field ${goStruct}.${path.replace(/\[\d+\]/g, '')}`;
  const problem = `json: cannot unmarshal ${goTypeOf(value)} into Go ${place} of type ${goType}`;
  return new MalformedMetadata(problem, mismatch);
}

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number.isSafeInteger(value) || typeof value === 'bigint' ? 'number' : `number ${goNumber(value)}`;
  }
  return typeof value === 'string' ? 'string' : Array.isArray(value) ? 'array' : 'object';
}
