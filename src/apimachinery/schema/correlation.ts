// Follows staging/src/k8s.io/apiserver/pkg/cel/common/equality.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import type { SchemaNode } from './schema-node.js';
import type { ValidationRun } from './validation-run.js';
import { valuesEqual } from './value-nesting.js';

/**
 * Correlates new values with the old values that they replace: fields of objects by name, items of map lists by their
 * keys; items of other lists are not correlated. Undefined: no correlation.
 */

/**
 * Returns the old value of a field. The root's apiVersion and kind are never tolerated: they do not differ between
 * objects.
 */
export function oldField(
  child: SchemaNode,
  old: JsonValue | undefined,
  { key, run }: { key: string; run: ValidationRun },
): JsonValue | undefined {
  if (old === undefined || child.structure === undefined || !isJsonObject(old) || !Object.hasOwn(old, key)) {
    return undefined;
  }
  return run.depth === 1 && (key === 'apiVersion' || key === 'kind') ? undefined : old[key];
}

/** Returns a function that finds the old item with the same keys; undefined if the list has no keys. */
export function correlateItems(
  structure: SchemaNode | undefined,
  old: JsonValue,
): ((item: JsonValue) => JsonValue | undefined) | undefined {
  if (structure === undefined || !Array.isArray(old) || !isMapList(structure)) return undefined;
  const keys = structure.schema['x-kubernetes-list-map-keys'] ?? [];
  const byKey = new Map<string, JsonValue>();
  for (const item of old) {
    const key = listMapKey(item, keys);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item);
  }
  return (item) => {
    const key = listMapKey(item, keys);
    return key === undefined ? undefined : byKey.get(key);
  };
}

function isMapList({ schema }: SchemaNode): boolean {
  return schema.type === 'array' && schema['x-kubernetes-list-type'] === 'map';
}

/** An item's keys as one text; undefined if one of them is missing or not a scalar. */
function listMapKey(item: JsonValue, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  let text = '';
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || typeof value === 'object') return undefined;
    text += typeof value === 'string' ? JSON.stringify(value) : `,${value}`;
  }
  return text;
}

/**
 * Whether a value equals the old one. Map lists are compared regardless of order; as upstream, an object with a field
 * that the schema does not declare is never equal.
 */
export function isUnchanged(
  structure: SchemaNode | undefined,
  { value, old }: { value: JsonValue; old: JsonValue },
  run: ValidationRun,
): boolean {
  if (typeof value !== 'object' || value === null) return value === old;
  if (typeof old !== 'object' || old === null || structure === undefined) return false;
  const known = run.unchanged.get(value);
  if (known !== undefined) return known;
  const unchanged = containersEqual(structure, { value, old }, run);
  run.unchanged.set(value, unchanged);
  return unchanged;
}

type Container = JsonObject | JsonValue[];

function containersEqual(
  structure: SchemaNode,
  { value, old }: { value: Container; old: Container },
  run: ValidationRun,
): boolean {
  if (Array.isArray(value)) {
    if (!Array.isArray(old) || value.length !== old.length) return false;
    const oldItem = correlateItems(structure, old);
    if (oldItem === undefined) return valuesEqual(value, old);
    return value.every((item) => {
      const before = oldItem(item);
      return before !== undefined && isUnchanged(structure.items, { value: item, old: before }, run);
    });
  }
  return !Array.isArray(old) && objectsEqual(structure, { value, old }, run);
}

function objectsEqual(
  structure: SchemaNode,
  { value, old }: { value: JsonObject; old: JsonObject },
  run: ValidationRun,
): boolean {
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const child = structure.field(key);
    if (child === undefined || !Object.hasOwn(old, key)) return false;
    return isUnchanged(child, { value: value[key]!, old: old[key]! }, run);
  });
}
