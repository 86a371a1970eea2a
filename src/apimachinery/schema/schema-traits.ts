import type { JsonSchema } from './json-schema.js';

/** What occurs in a schema or below it. Passes skip the parts of a value without the traits they need. */
export interface SchemaTraits {
  readonly hasDefaults: boolean;
  readonly hasUniqueLists: boolean;
  readonly hasEmbeddedResources: boolean;
  readonly hasRules: boolean;
  /** oneOf or not, in which a valid value can cause a failure. */
  readonly hasExclusions: boolean;
}

const known = new WeakMap<JsonSchema, SchemaTraits>();

/** A reference may lead to anything. */
const everything: SchemaTraits = {
  hasDefaults: true,
  hasUniqueLists: true,
  hasEmbeddedResources: true,
  hasRules: true,
  hasExclusions: true,
};

export function traits(schema: JsonSchema): SchemaTraits {
  let found = known.get(schema);
  if (found === undefined) {
    found = schema.$ref !== undefined || schema.allOf?.[0]?.$ref !== undefined ? everything : collect(schema);
    known.set(schema, found);
  }
  return found;
}

function collect(schema: JsonSchema): SchemaTraits {
  const { properties, items, additionalProperties } = schema;
  const children = [
    ...Object.values(properties ?? {}),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ].map(traits);
  const listType = schema['x-kubernetes-list-type'];
  return {
    hasDefaults: isSet(schema.default) || children.some((child) => child.hasDefaults),
    hasUniqueLists: listType === 'set' || listType === 'map' || children.some((child) => child.hasUniqueLists),
    hasEmbeddedResources:
      schema['x-kubernetes-embedded-resource'] === true || children.some((child) => child.hasEmbeddedResources),
    hasRules: hasOwnRules(schema) || children.some((child) => child.hasRules),
    hasExclusions: excludes(schema) || children.some((child) => child.hasExclusions),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Rules may also be in allOf; structural schemas do not allow them in the other junctors. */
function hasOwnRules(schema: JsonSchema): boolean {
  return (schema['x-kubernetes-validations']?.length ?? 0) > 0 || (schema.allOf ?? []).some(hasOwnRules);
}

function excludes({ oneOf, not, anyOf = [], allOf = [] }: JsonSchema): boolean {
  if ((oneOf?.length ?? 0) > 0 || not !== undefined) return true;
  return [...anyOf, ...allOf].some((schema) => traits(schema).hasExclusions);
}
