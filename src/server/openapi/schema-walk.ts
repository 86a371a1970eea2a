import type { JsonSchema } from '../../apimachinery/schema/index.js';

type Change = (schema: JsonSchema) => JsonSchema;

/** Applies `change` to the direct children of the schema; returns the same instance if none of them changed. */
export function mapChildren(schema: JsonSchema, change: Change): JsonSchema {
  const changes: Partial<JsonSchema> = {};
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = schema;
  if (properties) keep(changes, 'properties', properties, mapRecord(properties, change));
  if (items) keep(changes, 'items', items, change(items));
  if (typeof additionalProperties === 'object')
    keep(changes, 'additionalProperties', additionalProperties, change(additionalProperties));
  if (allOf) keep(changes, 'allOf', allOf, mapList(allOf, change));
  if (anyOf) keep(changes, 'anyOf', anyOf, mapList(anyOf, change));
  if (oneOf) keep(changes, 'oneOf', oneOf, mapList(oneOf, change));
  if (not) keep(changes, 'not', not, change(not));
  return isEmpty(changes) ? schema : { ...schema, ...changes };
}

/** Calls back with every reference in the schema. */
export function forEachReference(schema: JsonSchema, found: (reference: string) => void): void {
  const visit: Change = (node) => {
    if (node.$ref !== undefined) found(node.$ref);
    return mapChildren(node, visit);
  };
  visit(schema);
}

/** `omit(schema, ['items'])`: without these keywords; returns the same instance if it has none of them. */
export function omit(schema: JsonSchema, keywords: readonly (keyof JsonSchema)[]): JsonSchema {
  if (!keywords.some((keyword) => schema[keyword] !== undefined)) return schema;
  const rest = { ...schema };
  for (const keyword of keywords) delete rest[keyword];
  return rest;
}

function keep<Key extends keyof JsonSchema>(
  changes: Partial<JsonSchema>,
  key: Key,
  ...[before, after]: [before: JsonSchema[Key], after: JsonSchema[Key]]
): void {
  if (before !== after) changes[key] = after;
}

function mapRecord(record: Readonly<Record<string, JsonSchema>>, change: Change): Readonly<Record<string, JsonSchema>> {
  let changed = false;
  const entries = Object.keys(record).map((name): [string, JsonSchema] => {
    const before = record[name]!;
    const after = change(before);
    changed ||= after !== before;
    return [name, after];
  });
  // `fromEntries` is safe for a property named `__proto__`.
  return changed ? Object.fromEntries(entries) : record;
}

function mapList(list: readonly JsonSchema[], change: Change): readonly JsonSchema[] {
  const mapped = list.map(change);
  return mapped.some((schema, index) => schema !== list[index]) ? mapped : list;
}

function isEmpty(changes: Partial<JsonSchema>): boolean {
  for (const _ in changes) return false;
  return true;
}
