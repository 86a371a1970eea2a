// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { referencePrefix } from './schema-shorthand.js';
import { mapChildren, omit } from './schema-walk.js';

const definitionPrefix = '#/definitions/';

/**
 * Converts the schema of a kind to OpenAPI v2. v2 clients treat undeclared fields as unknown, so no fields are
 * published for an object that allows unknown ones.
 */
export function swaggerKindSchema(schema: JsonSchema): JsonSchema {
  if (schema['x-kubernetes-preserve-unknown-fields'] !== true) return swaggerSchema(schema);
  const { 'x-kubernetes-group-version-kind': kinds } = schema;
  return { type: 'object', ...(kinds && { 'x-kubernetes-group-version-kind': kinds }) };
}

/** Converts a schema to OpenAPI v2. Omits defaults: old clients would send them as values. */
export function swaggerSchema(schema: JsonSchema): JsonSchema {
  const wrapped = wrappedReference(schema);
  if (wrapped !== undefined) return { ...omit(schema, ['allOf', 'default']), $ref: asDefinition(wrapped) };
  const required = requiredInSwagger(schema);
  let result = mapChildren(omit(schema, ['allOf', 'anyOf', 'oneOf', 'not', 'default', 'nullable']), swaggerSchema);
  if (required !== schema.required) result = { ...omit(result, ['required']), ...(required && { required }) };
  if (schema.type === undefined && isTextInSwagger(schema)) result = { ...result, type: 'string' };
  return withoutUnsafeTypes(result, schema);
}

/** The reference of `{ $ref }`, or of the `{ allOf: [{ $ref }] }` that v3 needs to describe one. */
function wrappedReference({ $ref, allOf }: JsonSchema): string | undefined {
  return $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);
}

function asDefinition(reference: string): string {
  return reference.startsWith(referencePrefix)
    ? `${definitionPrefix}${reference.slice(referencePrefix.length)}`
    : reference;
}

/** Numbers that may be strings, such as quantities: v3 lists both types, v2 supports one. */
function isTextInSwagger({ oneOf }: JsonSchema): boolean {
  return oneOf?.some(({ type }) => type === 'string') ?? false;
}

/** v2 has no null, so a nullable field is not required, unless no fields are published. */
function requiredInSwagger(schema: JsonSchema): readonly string[] | undefined {
  const { additionalProperties } = schema;
  const required = requiredOf(schema);
  if (required === undefined) return undefined;
  const properties = tellsFields(schema) ? (schema.properties ?? {}) : {};
  if (typeof additionalProperties === 'object' && additionalProperties.nullable) return undefined;
  const kept = required.filter((name) => !(Object.hasOwn(properties, name) && properties[name]?.nullable));
  if (kept.length === required.length) return required;
  return kept.length > 0 ? kept : undefined;
}

/** Fields that every object has are not required where no fields are published. */
function requiredOf(schema: JsonSchema): readonly string[] | undefined {
  const { required } = schema;
  if (!schema['x-kubernetes-embedded-resource'] || tellsFields(schema)) return required;
  const requested = required?.filter((name) => name !== 'kind' && name !== 'apiVersion');
  return requested && requested.length > 0 ? requested : undefined;
}

function tellsFields(schema: JsonSchema): boolean {
  return !schema.nullable && schema['x-kubernetes-preserve-unknown-fields'] !== true;
}

/** kubectl fails on items and properties without a type, on arrays without items, on objects with unknown fields. */
function withoutUnsafeTypes(result: JsonSchema, original: JsonSchema): JsonSchema {
  const hasUnknownFields = original['x-kubernetes-preserve-unknown-fields'] === true;
  if (original.nullable) return omit(result, ['type', 'items', 'properties']);
  const safe = hasUnknownFields ? omit(result, ['items', 'properties']) : result;
  const hasUnsafeType =
    (safe.type === 'array' && safe.items === undefined) || (safe.type === 'object' && hasUnknownFields);
  return hasUnsafeType ? omit(safe, ['type']) : safe;
}
