// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/algorithm.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/prune.go (v1.36)

import { type JsonObject, type JsonValue, type ReadonlyJson, setOwn } from '../meta/index.js';
import { isMetadataField } from './object-meta.js';
import type { SchemaNode } from './schema-node.js';
import { copyValue, maxNesting } from './value-nesting.js';

/**
 * Applies defaults in place to everything that exists: fields of objects, also in lists and maps, and in defaults
 * themselves. Null counts as missing if the schema does not allow it.
 */
export function applyDefaults(node: SchemaNode, value: JsonValue, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > maxNesting || !node.traits.hasDefaults) return;
  if (Array.isArray(value)) defaultItems(node, value, depth);
  else defaultMembers(node, value, depth);
}

function defaultItems({ items }: SchemaNode, value: JsonValue[], depth: number): void {
  if (items === undefined) return;
  for (const [index, item] of value.entries()) {
    if (item === null && replacesNull(items)) value[index] = copyValue(items.schema.default!);
    applyDefaults(items, value[index]!, depth + 1);
  }
}

function defaultMembers(node: SchemaNode, value: JsonObject, depth: number): void {
  for (const [name, property] of defaultedProperties(node)) {
    const missing = !Object.hasOwn(value, name) || (value[name] === null && property.schema.nullable !== true);
    if (missing) setOwn(value, name, copyValue(property.schema.default!));
  }
  const { properties, additional } = node;
  for (const key in value) {
    const property = properties.get(key);
    if (property !== undefined) {
      applyDefaults(property, value[key]!, depth + 1);
    } else if (additional !== undefined) {
      if (value[key] === null && replacesNull(additional)) setOwn(value, key, copyValue(additional.schema.default!));
      applyDefaults(additional, value[key]!, depth + 1);
    }
  }
}

function defaultedProperties(node: SchemaNode): readonly [string, SchemaNode][] {
  if (node.defaultedProperties === undefined) {
    node.defaultedProperties = [...node.properties].filter(([, { schema }]) => hasDefault(schema.default));
    if (node.schema['x-kubernetes-embedded-resource'] === true) forgetUnknownMetadata(node.properties.get('metadata'));
  }
  return node.defaultedProperties;
}

/** Defaults of fields that ObjectMeta does not have would be pruned from every object. */
function forgetUnknownMetadata(metadata: SchemaNode | undefined): void {
  if (metadata === undefined) return;
  metadata.defaultedProperties = defaultedProperties(metadata).filter(([name]) => isMetadataField(name));
}

function replacesNull({ schema }: SchemaNode): boolean {
  return schema.nullable !== true && hasDefault(schema.default);
}

/** A default of null does not count. */
function hasDefault(value: ReadonlyJson | undefined): boolean {
  return value !== undefined && value !== null;
}
