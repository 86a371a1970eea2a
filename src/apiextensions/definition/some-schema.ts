import type { JsonSchema } from '../../apimachinery/schema/index.js';

/** Whether the schema, or any schema nested in any of its keywords, matches. */
export function someSchema(schema: JsonSchema, isFound: (schema: JsonSchema) => boolean): boolean {
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isFound(next)) return true;
    // One by one: a hostile schema may have more parts than a call can have arguments.
    for (const part of partsOf(next)) pending.push(part);
  }
  return false;
}

function partsOf(schema: JsonSchema): JsonSchema[] {
  const { items, not, additionalProperties, additionalItems, allOf = [], anyOf = [], oneOf = [] } = schema;
  const maps = [schema.properties, schema.patternProperties, schema.definitions, schema.dependencies];
  const singles = [
    items,
    not,
    additionalProperties,
    additionalItems,
    ...maps.flatMap((map) => Object.values(map ?? {})),
  ];
  return [...singles.flatMap(schemasIn), ...allOf, ...anyOf, ...oneOf];
}

/** Returns the schemas in a keyword that may also hold a boolean, a list of schemas, a list of names, or nothing. */
function schemasIn(part: JsonSchema | readonly JsonSchema[] | readonly string[] | boolean | undefined): JsonSchema[] {
  const parts: readonly unknown[] = Array.isArray(part) ? part : [part];
  return parts.filter((one): one is JsonSchema => typeof one === 'object' && one !== null);
}
