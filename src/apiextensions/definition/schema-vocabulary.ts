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
  ['allOf', 'schemas', 'The value is valid by all of these.'],
  ['anyOf', 'schemas', 'The value is valid by one of these at least.'],
  ['default', 'any', 'Set where the value is missing; itself valid.'],
  ['definitions', 'map of schemas', 'Not supported.'],
  ['description', 'text', 'What the value means.'],
  ['example', 'any', 'Such a value.'],
  ['exclusiveMaximum', 'switch', 'The number is less than maximum.'],
  ['exclusiveMinimum', 'switch', 'The number is more than minimum.'],
  ['format', 'text', 'More about a text or number, such as date-time, int64, ipv4 or uuid.'],
  ['id', 'text', 'Not supported.'],
  ['items', 'any', 'The schema of the items of a list.'],
  ['maxItems', 'limit', 'A list has no more items.'],
  ['maxLength', 'limit', 'A text has no more characters.'],
  ['maxProperties', 'limit', 'An object has no more fields.'],
  ['maximum', 'number', 'A number is at most this.'],
  ['minItems', 'limit', 'A list has no fewer items.'],
  ['minLength', 'limit', 'A text has no fewer characters.'],
  ['minProperties', 'limit', 'An object has no fewer fields.'],
  ['minimum', 'number', 'A number is at least this.'],
  ['multipleOf', 'number', 'A number is a multiple of this.'],
  ['not', 'schema', 'The value is not valid by this.'],
  ['nullable', 'switch', 'The value may be null.'],
  ['oneOf', 'schemas', 'The value is valid by exactly one of these.'],
  ['pattern', 'text', 'A regular expression that is found in the text.'],
  ['patternProperties', 'map of schemas', 'Not supported.'],
  ['properties', 'map of schemas', 'The fields of an object.'],
  ['required', 'texts', 'The fields that an object must have.'],
  ['title', 'text', 'What the value is called.'],
  ['type', 'text', 'One of array, boolean, integer, number, object and string.'],
  ['uniqueItems', 'switch', 'Not supported; see x-kubernetes-list-type.'],
  ['x-kubernetes-embedded-resource', 'switch', 'The value has apiVersion, kind and metadata.'],
  ['x-kubernetes-int-or-string', 'switch', 'The value is an integer or a text.'],
  ['x-kubernetes-list-map-keys', 'texts', 'By which fields the items of a list of type map are told apart.'],
  ['x-kubernetes-list-type', 'text', 'atomic: one value; set: each item once; map: items with keys.'],
  ['x-kubernetes-map-type', 'text', 'granular: each field by itself; atomic: one value.'],
  ['x-kubernetes-preserve-unknown-fields', 'switch', 'Fields that are not described stay.'],
];

/** The schema keywords that definitions support. Nested schemas are not described again. */
export function schemaKeywords(): Record<string, JsonSchema> {
  const entries = keywords.map(([keyword, type, description]) => [keyword, { ...types[type], description }]);
  return {
    ...Object.fromEntries(entries),
    dependencies: { description: 'Not supported.', type: 'object', additionalProperties: any },
    enum: { description: 'The values that there are.', type: 'array', items: any, 'x-kubernetes-list-type': 'atomic' },
    externalDocs: {
      description: 'Where to read more.',
      type: 'object',
      properties: { description: { type: 'string' }, url: { type: 'string' } },
    },
  };
}
