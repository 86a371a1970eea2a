// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';

/** A schema without restrictions. */
const any: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
const inner: JsonSchema = { description: 'Another schema.', type: 'object', ...any };

const types: Readonly<Record<string, JsonSchema>> = {
  any,
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
  switch: { type: 'boolean' },
  limit: { type: 'integer', format: 'int64' },
  number: { type: 'number', format: 'double' },
  schema: inner,
  schemas: { type: 'array', items: inner, 'x-kubernetes-list-type': 'atomic' },
  'map of schemas': { type: 'object', additionalProperties: inner },
};

const keywords: readonly [keyword: string, type: string, description: string][] = [
  ['$ref', 'text', 'Not supported.'],
  ['$schema', 'text', 'Not supported.'],
  ['additionalItems', 'any', 'Not supported.'],
  ['additionalProperties', 'any', 'The schema of the values of a map, or whether there may be any.'],
  ['allOf', 'schemas', 'The value must be valid for all of these schemas.'],
  ['anyOf', 'schemas', 'The value must be valid for at least one of these schemas.'],
  ['default', 'any', 'Set if the value is missing; must be valid itself.'],
  ['definitions', 'map of schemas', 'Not supported.'],
  ['description', 'text', 'What the value means.'],
  ['example', 'any', 'An example of a value.'],
  ['exclusiveMaximum', 'switch', 'The number is less than maximum.'],
  ['exclusiveMinimum', 'switch', 'The number is more than minimum.'],
  ['format', 'text', 'Format of a string or number, such as date-time, int64, ipv4 or uuid.'],
  ['id', 'text', 'Not supported.'],
  ['items', 'any', 'The schema of the items of a list.'],
  ['maxItems', 'limit', 'Maximum number of items.'],
  ['maxLength', 'limit', 'Maximum number of characters.'],
  ['maxProperties', 'limit', 'Maximum number of fields.'],
  ['maximum', 'number', 'Maximum value.'],
  ['minItems', 'limit', 'Minimum number of items.'],
  ['minLength', 'limit', 'Minimum number of characters.'],
  ['minProperties', 'limit', 'Minimum number of fields.'],
  ['minimum', 'number', 'Minimum value.'],
  ['multipleOf', 'number', 'The number must be a multiple of this.'],
  ['not', 'schema', 'The value must not be valid for this schema.'],
  ['nullable', 'switch', 'The value may be null.'],
  ['oneOf', 'schemas', 'The value must be valid for exactly one of these schemas.'],
  ['pattern', 'text', 'Regular expression that the string must match.'],
  ['patternProperties', 'map of schemas', 'Not supported.'],
  ['properties', 'map of schemas', 'The fields of an object.'],
  ['required', 'texts', 'The fields that an object must have.'],
  ['title', 'text', 'Title of the value.'],
  ['type', 'text', 'One of array, boolean, integer, number, object and string.'],
  ['uniqueItems', 'switch', 'Not supported; see x-kubernetes-list-type.'],
  ['x-kubernetes-embedded-resource', 'switch', 'The value has apiVersion, kind and metadata.'],
  ['x-kubernetes-int-or-string', 'switch', 'The value is an integer or a string.'],
  ['x-kubernetes-list-map-keys', 'texts', 'Fields that identify the items of a list of type map.'],
  ['x-kubernetes-list-type', 'text', 'atomic: the list is one value; set: items are unique; map: items have keys.'],
  ['x-kubernetes-map-type', 'text', 'granular: each field by itself; atomic: one value.'],
  ['x-kubernetes-preserve-unknown-fields', 'switch', 'Fields that the schema does not specify are kept.'],
];

/** The schema keywords that definitions support. Nested schemas are not described again. */
export function schemaKeywords(): Record<string, JsonSchema> {
  const entries = keywords.map(([keyword, type, description]) => [keyword, { ...types[type], description }]);
  return {
    ...Object.fromEntries(entries),
    dependencies: { description: 'Not supported.', type: 'object', additionalProperties: any },
    enum: { description: 'The allowed values.', type: 'array', items: any, 'x-kubernetes-list-type': 'atomic' },
    externalDocs: {
      description: 'External documentation.',
      type: 'object',
      properties: { description: { type: 'string' }, url: { type: 'string' } },
    },
  };
}
