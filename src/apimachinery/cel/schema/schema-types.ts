// Follows staging/src/k8s.io/apiserver/pkg/cel/common/schemas.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model/schemas.go (v1.36)

import { type JsonValue, withDeferredCalls } from '../../meta/index.js';
import type { JsonSchema } from '../../schema/index.js';
import { CelFailure } from '../failure.js';
import { MAX_REQUEST_SIZE_BYTES } from '../limits.js';
import { type CelType, mapOf, ObjectType } from '../types.js';
import { BOOL, BYTES, type CelValue, DOUBLE, DURATION, DYN, doubleOf, INT, STRING, TIMESTAMP } from '../values.js';
import { type Adapt, type DeclaredType, listDeclared } from './declared-type.js';
import { escapeIdentifier, isReservedWord } from './escaping.js';
import { readBase64, readDate, readDateTime, readDuration } from './formats.js';
import {
  AssociativeList,
  expectArray,
  expectObject,
  ItemsView,
  keyOfMapItem,
  keyOfSetItem,
  ObjectView,
  type Property,
  ValuesView,
} from './views.js';

/** Options of `celTypeOfSchema`. */
export interface SchemaTypeOptions {
  /** The type name of the object, and the prefix of the type names of nested objects. */
  readonly name?: string;
  /**
   * Whether it is the schema of a whole resource, in which apiVersion, kind and metadata's names are always accessible.
   */
  readonly isResourceRoot?: boolean;
}

/**
 * Returns the CEL type of a structural schema's values; undefined if expressions cannot access them, as for values that
 * have no type because unknown fields are preserved.
 */
export function celTypeOfSchema(schema: JsonSchema, options: SchemaTypeOptions = {}): DeclaredType | undefined {
  const declared = typeOfSchema(schema, options.name ?? 'object', options.isResourceRoot ?? false);
  if (!declared || !schema.nullable || !declared.adapt) return declared;
  const { adapt } = declared;
  return { ...declared, adapt: (json) => (json === null ? null : adapt(json)) };
}

function typeOfSchema(schema: JsonSchema, name: string, isResourceRoot: boolean): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string']) {
    const maxElements = schema.maxLength === undefined ? MAX_REQUEST_SIZE_BYTES - 2 : boundOf(schema.maxLength) * 4;
    return { type: DYN, adapt: undefined, minSerializedSize: 1, maxElements };
  }
  switch (schema.type) {
    case 'array':
      return typeOfArray(schema, name);
    case 'object':
      return typeOfObject(isResourceRoot ? withObjectMeta(schema) : schema, name);
    case 'string':
      return typeOfString(schema);
    case 'boolean':
      return { type: BOOL, adapt: undefined, minSerializedSize: 4, maxElements: 0 };
    case 'number':
      return { type: DOUBLE, adapt: adaptNumber, minSerializedSize: 1, maxElements: 0 };
    case 'integer':
      return { type: INT, adapt: undefined, minSerializedSize: 1, maxElements: 0 };
    default:
      return undefined;
  }
}

/** `3` in a schema of type number is the double 3. */
function adaptNumber(json: JsonValue): CelValue {
  if (typeof json === 'number') return doubleOf(json);
  if (typeof json === 'bigint') return doubleOf(Number(json));
  throw new CelFailure('invalid data, expected float');
}

function boundOf(limit: number): number {
  return Math.max(0, limit);
}

// ---- strings

interface StringFormat {
  readonly type: CelType;
  readonly read: (text: string) => CelValue;
  readonly minSerializedSize: number;
  readonly maxElements?: number;
}

/** Formats whose strings become values of other types. Sizes are those of the quoted text. */
const STRING_FORMATS: Readonly<Record<string, StringFormat>> = {
  byte: { type: BYTES, read: readBase64, minSerializedSize: 2 },
  duration: { type: DURATION, read: readDuration, minSerializedSize: 3, maxElements: 32 },
  date: { type: TIMESTAMP, read: readDate, minSerializedSize: 12, maxElements: 12 },
  'date-time': { type: TIMESTAMP, read: readDateTime, minSerializedSize: 21, maxElements: 32 },
};

function typeOfString(schema: JsonSchema): DeclaredType {
  const format = Object.hasOwn(STRING_FORMATS, schema.format ?? '') ? STRING_FORMATS[schema.format!] : undefined;
  if (!format) return { type: STRING, adapt: undefined, minSerializedSize: 2, maxElements: longestString(schema) };
  const longest = schema.maxLength === undefined ? MAX_REQUEST_SIZE_BYTES - 2 : boundOf(schema.maxLength);
  return {
    type: format.type,
    adapt: (json) => {
      if (typeof json !== 'string') throw new CelFailure('invalid data, expected string');
      return format.read(json);
    },
    minSerializedSize: format.minSerializedSize,
    maxElements: format.maxElements ?? longest,
  };
}

/** In bytes: a code point takes up to four. */
function longestString(schema: JsonSchema): number {
  if (schema.maxLength !== undefined) return boundOf(schema.maxLength) * 4;
  if (!schema.enum || schema.enum.length === 0) return MAX_REQUEST_SIZE_BYTES - 2;
  const lengths = schema.enum.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
  return lengths.reduce((longest, length) => Math.max(longest, length), 0);
}

// ---- lists

function typeOfArray(schema: JsonSchema, name: string): DeclaredType | undefined {
  const element = schema.items && typeOfChild(schema.items, `${name}.@idx`);
  if (!element) return undefined;
  const fitting = Math.floor((MAX_REQUEST_SIZE_BYTES - 2) / (element.minSerializedSize + 1));
  const maxItems = schema.maxItems === undefined ? fitting : boundOf(schema.maxItems);
  return listDeclared(element, maxItems, adaptArray(schema, element));
}

function adaptArray(schema: JsonSchema, { adapt }: DeclaredType): Adapt | undefined {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return (json) => new AssociativeList(expectArray(json), keyOfSetItem, adapt);
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const keyOf = keyOfMapItem(keys.map((key) => escapeIdentifier(key) ?? key));
      return (json) => new AssociativeList(expectArray(json), keyOf, adapt);
    }
    default:
      return adapt && ((json) => new ItemsView(expectArray(json), adapt));
  }
}

const typeOfChild = withDeferredCalls(typeOfNested, () => undefined);

function typeOfNested(schema: JsonSchema, name: string): DeclaredType | undefined {
  return celTypeOfSchema(schema, { name, isResourceRoot: schema['x-kubernetes-embedded-resource'] ?? false });
}

// ---- objects and maps

function typeOfObject(schema: JsonSchema, name: string): DeclaredType | undefined {
  if (typeof schema.additionalProperties === 'object') return typeOfMap(schema, schema.additionalProperties, name);
  const properties = reachableProperties(schema, name);
  const fields = new Map(properties.flatMap(fieldsOf));
  const isPlain = properties.every(({ property, declared, schema: { nullable } }) => {
    return declared.adapt === undefined && property.name === property.escapedName && !nullable;
  });
  return {
    type: new ObjectType(name, new Map(Array.from(fields, ([field, declared]) => [field, declared.type]))),
    adapt: isPlain ? undefined : adaptObject(properties.map(({ property }) => property)),
    minSerializedSize: properties.reduce((sum, property) => sum + requiredSize(schema, property), 2),
    maxElements: 0,
    fields,
  };
}

interface DeclaredProperty {
  readonly property: Property;
  readonly schema: JsonSchema;
  readonly declared: DeclaredType;
}

function reachableProperties({ properties = {} }: JsonSchema, objectName: string): DeclaredProperty[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const declared = typeOfChild(schema, `${objectName}.${name}`);
    if (!declared) return [];
    return [{ property: { name, escapedName: escapeIdentifier(name), adapt: declared.adapt }, schema, declared }];
  });
}

/** Only variables cannot be reserved words, so a property with such a name is also accessible by its own name. */
function fieldsOf({ property: { name, escapedName }, declared }: DeclaredProperty): [string, DeclaredType][] {
  if (escapedName === undefined) return [];
  return isReservedWord(name)
    ? [
        [escapedName, declared],
        [name, declared],
      ]
    : [[escapedName, declared]];
}

/** What the property adds to the minimum size of the object: nothing if it is optional or defaulted. */
function requiredSize({ required }: JsonSchema, { property: { name }, schema, declared }: DeclaredProperty): number {
  if (!required?.includes(name) || schema.default !== undefined) return 0;
  return Buffer.byteLength(name) + declared.minSerializedSize + 4;
}

function adaptObject(properties: readonly Property[]): Adapt {
  const shape = {
    byName: new Map(properties.map((property) => [property.name, property])),
    byEscapedName: new Map(properties.map((property) => [property.escapedName ?? property.name, property])),
  };
  return (json) => new ObjectView(expectObject(json), shape);
}

function typeOfMap(schema: JsonSchema, values: JsonSchema, name: string): DeclaredType | undefined {
  const element = typeOfChild(values, `${name}.@elem`);
  if (!element) return undefined;
  const { adapt } = element;
  const fitting = Math.floor((MAX_REQUEST_SIZE_BYTES - 2) / (element.minSerializedSize + 6));
  return {
    type: mapOf(STRING, element.type),
    adapt: adapt && ((json) => new ValuesView(expectObject(json), adapt)),
    minSerializedSize: 2,
    maxElements: schema.maxProperties === undefined ? fitting : boundOf(schema.maxProperties),
    key: { type: STRING, adapt: undefined, minSerializedSize: 2, maxElements: 0 },
    element,
  };
}

/** The fields of every resource, regardless of its schema. */
function withObjectMeta(schema: JsonSchema): JsonSchema {
  const { metadata } = schema.properties ?? {};
  const string: JsonSchema = { type: 'string' };
  const known = metadata?.properties?.['name'] && metadata.properties['generateName'];
  if (known && schema.properties?.['kind'] && schema.properties['apiVersion']) return schema;
  const names: JsonSchema = { type: 'object', properties: { name: string, generateName: string } };
  return { ...schema, properties: { ...schema.properties, kind: string, apiVersion: string, metadata: names } };
}
