// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go (v1.36)

import { isJsonObject } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import {
  always,
  anything,
  boolean,
  type Decode,
  float,
  ifGiven,
  integer,
  listOf,
  mapOf,
  type StructType,
  struct,
  text,
  unlessEmpty,
} from './go-struct.js';

/** JSONSchemaProps: the schemas of custom resources. */
export const schemaProps: Decode = struct(() => schemaType);

const schemas = listOf('v1.JSONSchemaProps', schemaProps, {});
const texts = listOf('string', text(), '');

// Go decodes fields that accept several types separately from the rest.

const schemaOrBoolean: Decode = (value, at) => {
  if (value === null || typeof value === 'boolean') return value ?? undefined;
  if (isJsonObject(value)) return schemaProps(value, at.apart());
  throw new ShapeError('boolean or JSON schema expected');
};

const schemaOrList: Decode = (value, at) => {
  if (isJsonObject(value)) return schemaProps(value, at.apart());
  return Array.isArray(value) && value.length > 0 ? schemas(value, at.apart()) : undefined;
};

const schemaOrTexts: Decode = (value, at) => {
  if (isJsonObject(value)) return schemaProps(value, at.apart());
  return Array.isArray(value) && value.length > 0 ? texts(value, at.apart()) : undefined;
};

function schemaMap(goType = 'map[string]v1.JSONSchemaProps'): Decode {
  return mapOf(goType, schemaProps, {});
}

const externalDocs: StructType = {
  name: 'ExternalDocumentation',
  fields: { description: unlessEmpty(text()), url: unlessEmpty(text()) },
};

const validationRule: StructType = {
  name: 'ValidationRule',
  fields: {
    rule: always(text(), ''),
    message: unlessEmpty(text()),
    messageExpression: unlessEmpty(text()),
    reason: ifGiven(text('v1.FieldValueErrorReason')),
    fieldPath: unlessEmpty(text()),
    optionalOldSelf: ifGiven(boolean),
  },
};

const schemaType: StructType = {
  name: 'JSONSchemaProps',
  fields: {
    id: unlessEmpty(text()),
    $schema: unlessEmpty(text('v1.JSONSchemaURL')),
    $ref: ifGiven(text()),
    description: unlessEmpty(text()),
    type: unlessEmpty(text()),
    format: unlessEmpty(text()),
    title: unlessEmpty(text()),
    default: ifGiven((value) => value ?? undefined),
    maximum: ifGiven(float),
    exclusiveMaximum: unlessEmpty(boolean),
    minimum: ifGiven(float),
    exclusiveMinimum: unlessEmpty(boolean),
    maxLength: ifGiven(integer('int64')),
    minLength: ifGiven(integer('int64')),
    pattern: unlessEmpty(text()),
    maxItems: ifGiven(integer('int64')),
    minItems: ifGiven(integer('int64')),
    uniqueItems: unlessEmpty(boolean),
    multipleOf: ifGiven(float),
    enum: unlessEmpty(listOf('v1.JSON', anything, null)),
    maxProperties: ifGiven(integer('int64')),
    minProperties: ifGiven(integer('int64')),
    required: unlessEmpty(texts),
    items: ifGiven(schemaOrList),
    allOf: unlessEmpty(schemas),
    oneOf: unlessEmpty(schemas),
    anyOf: unlessEmpty(schemas),
    not: ifGiven(schemaProps),
    properties: unlessEmpty(schemaMap()),
    additionalProperties: ifGiven(schemaOrBoolean),
    patternProperties: unlessEmpty(schemaMap()),
    dependencies: ifGiven(mapOf('v1.JSONSchemaDependencies', schemaOrTexts, null)),
    additionalItems: ifGiven(schemaOrBoolean),
    definitions: unlessEmpty(schemaMap('v1.JSONSchemaDefinitions')),
    externalDocs: ifGiven(struct(() => externalDocs)),
    example: ifGiven((value) => value ?? undefined),
    nullable: unlessEmpty(boolean),
    'x-kubernetes-preserve-unknown-fields': ifGiven(boolean),
    'x-kubernetes-embedded-resource': unlessEmpty(boolean),
    'x-kubernetes-int-or-string': unlessEmpty(boolean),
    'x-kubernetes-list-map-keys': unlessEmpty(texts),
    'x-kubernetes-list-type': ifGiven(text()),
    'x-kubernetes-map-type': ifGiven(text()),
    'x-kubernetes-validations': unlessEmpty(
      listOf(
        'v1.ValidationRule',
        struct(() => validationRule),
        { rule: '' },
      ),
    ),
  },
};
