// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go (v1.36)

import { goJson, isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import { BoundedErrors, type FieldError, type FieldPath } from '../validation/index.js';
import type { SchemaNode } from './schema-node.js';
import { maxNesting } from './value-nesting.js';

interface Place {
  readonly path: FieldPath;
  readonly depth: number;
  readonly found: BoundedErrors;
}

/** Reports duplicate items of lists of type set and map. */
export function checkListUniqueness(node: SchemaNode, value: JsonValue, path: FieldPath): FieldError[] {
  if (!hasFaultyList(node, value)) return [];
  const found = new BoundedErrors();
  describe(node, value, { path, depth: 0, found });
  return found.errors;
}

/** The same check without details, so that valid values, which are nearly all, are cheap. */
function hasFaultyList(node: SchemaNode, value: JsonValue, depth = 0): boolean {
  if (!mayHoldLists(node, value, depth)) return false;
  if (Array.isArray(value)) {
    const { items } = node;
    return (
      isFaulty(node, value) || (items !== undefined && value.some((item) => hasFaultyList(items, item, depth + 1)))
    );
  }
  const { properties, additional } = node;
  for (const key in value) {
    if (additional !== undefined && hasFaultyList(additional, value[key]!, depth + 1)) return true;
    const property = properties.get(key);
    if (property !== undefined && hasFaultyList(property, value[key]!, depth + 1)) return true;
  }
  return false;
}

/** Values nested too deeply are rejected elsewhere. */
function mayHoldLists(node: SchemaNode, value: JsonValue, depth: number): value is JsonObject | JsonValue[] {
  return typeof value === 'object' && value !== null && depth <= maxNesting && node.traits.hasUniqueLists;
}

function isFaulty({ schema }: SchemaNode, value: JsonValue[]): boolean {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return repeatedIndices(value).length > 0;
  if (listType !== 'map') return false;
  return value.some(isStranger) || repeatedIndices(value.map((item) => identity(item, schema))).length > 0;
}

function describe(node: SchemaNode, value: JsonValue, { path, depth, found }: Place): void {
  if (!mayHoldLists(node, value, depth)) return;
  if (Array.isArray(value)) {
    const { items } = node;
    describeList(node, value, { path, found });
    if (items === undefined) return;
    for (const [index, item] of value.entries())
      describe(items, item, { path: path.index(index), depth: depth + 1, found });
    return;
  }
  const { properties, additional } = node;
  for (const key of Object.keys(value)) {
    const property = properties.get(key);
    if (additional !== undefined) describe(additional, value[key]!, { path: path.key(key), depth: depth + 1, found });
    if (property !== undefined) describe(property, value[key]!, { path: path.child(key), depth: depth + 1, found });
  }
}

function describeList({ schema }: SchemaNode, value: JsonValue[], { path, found }: Omit<Place, 'depth'>): void {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') {
    for (const index of repeatedIndices(value)) found.add(() => path.index(index).duplicate(value[index]));
    return;
  }
  if (listType !== 'map') return;
  const stranger = value.findIndex(isStranger);
  if (stranger >= 0) {
    const detail = 'must be an object for an array of list-type map';
    found.add(() => path.index(stranger).invalid(value[stranger], detail));
    return;
  }
  const identities = value.map((item) => identity(item, schema));
  for (const index of repeatedIndices(identities)) {
    found.add(() => path.index(index).duplicate(keysOf(value[index]!, schema)));
  }
}

function isStranger(item: JsonValue): boolean {
  return item !== null && !isJsonObject(item);
}

type ListSchema = SchemaNode['schema'];

function mapKeys(schema: ListSchema): readonly string[] {
  return schema['x-kubernetes-list-map-keys'] ?? [];
}

/** The keys of a map list's item; items without any of the keys are all equal. */
function identity(item: JsonValue, schema: ListSchema): JsonValue | undefined {
  const names = mapKeys(schema);
  if (names.length !== 1) return compositeIdentity(item, names);
  const name = names[0]!;
  return isJsonObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}

function compositeIdentity(item: JsonValue, names: readonly string[]): string {
  let text = '';
  if (!isJsonObject(item)) return text;
  for (let index = 0; index < names.length; index++) {
    const value = Object.hasOwn(item, names[index]!) ? item[names[index]!]! : undefined;
    if (value === undefined) continue;
    const valueText = typeof value === 'object' ? goJson(value) : String(value);
    text += `${index}${typeof value}${valueText.length}:${valueText}`;
  }
  return text;
}

function keysOf(item: JsonValue, schema: ListSchema): JsonObject {
  const keys: JsonObject = {};
  if (!isJsonObject(item)) return keys;
  for (const name of mapKeys(schema)) {
    if (Object.hasOwn(item, name)) setOwn(keys, name, item[name]!);
  }
  return keys;
}

/** For each value that occurs more than once, the index of its second occurrence. */
export function repeatedIndices(values: readonly (JsonValue | undefined)[]): number[] {
  const repeated: number[] = [];
  if (values.length < 2) return repeated;
  const [scalars, containers] = [new Map<unknown, number>(), new Map<unknown, number>()];
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    const isContainer = typeof value === 'object' && value !== null;
    const seen = isContainer ? containers : scalars;
    const key = isContainer ? goJson(value) : value;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times === 2) repeated.push(index);
  }
  return repeated;
}
