// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/convert.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import type { JsonSchema } from './json-schema.js';
import { isNestedDeeperThan } from './value-nesting.js';

/** A JSON document that is not a schema: a keyword has a value of the wrong type, or it is nested too deeply. */
export class SchemaDecodeError extends Error {
  override readonly name = 'SchemaDecodeError';
}

/** In levels of the schema's JSON; one level of a value takes two. Far more than real schemas need. */
export const maxSchemaNesting = 2050;

/**
 * Decodes a schema from an untrusted JSON document: keywords have the types of `JsonSchema`, null counts as unset, and
 * unknown keywords are omitted. Throws SchemaDecodeError.
 */
export function decodeSchema(document: JsonValue): JsonSchema {
  if (isNestedDeeperThan(document, maxSchemaNesting)) {
    throw new SchemaDecodeError(`schema is nested deeper than ${maxSchemaNesting} levels`);
  }
  return schema(document, '') as JsonSchema;
}

type Decode = (value: JsonValue, path: string) => JsonValue;

function is(type: 'string' | 'boolean' | 'number' | 'integer'): Decode {
  return (value, path) => {
    const isNumber =
      typeof value === 'bigint' || (type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'number');
    if (type === 'number' || type === 'integer' ? isNumber : typeof value === type) return value;
    throw mismatch(value, path, type);
  };
}

function listOf(item: Decode): Decode {
  return (value, path) => {
    if (!Array.isArray(value)) throw mismatch(value, path, 'array');
    return value.map((element, index) => item(element, `${path}[${index}]`));
  };
}

function mapOf(member: Decode): Decode {
  return (value, path) => {
    if (!isJsonObject(value)) throw mismatch(value, path, 'object');
    const map: JsonObject = {};
    for (const key of Object.keys(value)) setOwn(map, key, member(value[key]!, `${path}.${key}`));
    return map;
  };
}

function record(fields: () => Readonly<Record<string, Decode>>): Decode {
  return (value, path) => {
    if (value === null) return {};
    if (!isJsonObject(value)) throw mismatch(value, path, 'object');
    const known = fields();
    const decoded: JsonObject = {};
    for (const key of Object.keys(value)) {
      const decode = Object.hasOwn(known, key) ? known[key] : undefined;
      if (decode !== undefined && value[key] !== null)
        decoded[key] = decode(value[key]!, path === '' ? key : `${path}.${key}`);
    }
    return decoded;
  };
}

const anything: Decode = (value) => value;
const [string, boolean, number, integer] = [is('string'), is('boolean'), is('number'), is('integer')];
const strings = listOf(string);
const schema: Decode = record(() => keywords);
const schemas = listOf(schema);
const schemaMap = mapOf(schema);
const schemaOrBoolean: Decode = (value, path) => (typeof value === 'boolean' ? value : schema(value, path));
const schemaOrList: Decode = (value, path) => (Array.isArray(value) ? schemas(value, path) : schema(value, path));
const schemaOrStrings: Decode = (value, path) => (Array.isArray(value) ? strings(value, path) : schema(value, path));

const ruleFields: Readonly<Record<string, Decode>> = {
  rule: string,
  message: string,
  messageExpression: string,
  reason: string,
  fieldPath: string,
  optionalOldSelf: boolean,
};
const groupVersionKind = { group: string, version: string, kind: string };

const keywords: Readonly<Record<keyof JsonSchema, Decode>> = {
  $ref: string,
  $schema: string,
  additionalItems: schemaOrBoolean,
  additionalProperties: schemaOrBoolean,
  allOf: schemas,
  anyOf: schemas,
  default: anything,
  definitions: schemaMap,
  dependencies: mapOf(schemaOrStrings),
  description: string,
  enum: listOf(anything),
  example: anything,
  exclusiveMaximum: boolean,
  exclusiveMinimum: boolean,
  externalDocs: record(() => ({ description: string, url: string })),
  format: string,
  id: string,
  items: schemaOrList,
  maxItems: integer,
  maxLength: integer,
  maxProperties: integer,
  maximum: number,
  minItems: integer,
  minLength: integer,
  minProperties: integer,
  minimum: number,
  multipleOf: number,
  not: schema,
  nullable: boolean,
  oneOf: schemas,
  pattern: string,
  patternProperties: schemaMap,
  properties: schemaMap,
  required: strings,
  title: string,
  type: string,
  uniqueItems: boolean,
  'x-kubernetes-embedded-resource': boolean,
  'x-kubernetes-group-version-kind': listOf(record(() => groupVersionKind)),
  'x-kubernetes-int-or-string': boolean,
  'x-kubernetes-list-map-keys': strings,
  'x-kubernetes-list-type': string,
  'x-kubernetes-map-type': string,
  'x-kubernetes-patch-merge-key': string,
  'x-kubernetes-patch-strategy': string,
  'x-kubernetes-preserve-unknown-fields': boolean,
  'x-kubernetes-validations': listOf(record(() => ruleFields)),
};

function mismatch(value: JsonValue, path: string, expected: string): SchemaDecodeError {
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return new SchemaDecodeError(`${path === '' ? 'schema' : path}: expected ${expected}, got ${actual}`);
}
