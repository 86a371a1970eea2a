import type { JsonSchema } from './json-schema.js';

/** The direct child schemas, structural ones and those of junctors. */
export function childSchemas(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const children = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf];
  if (items !== undefined) children.push(items);
  if (typeof additionalProperties === 'object') children.push(additionalProperties);
  if (not !== undefined) children.push(not);
  return children;
}
