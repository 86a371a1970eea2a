// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import type { JsonSchema } from './json-schema.js';
import type { LaterRule } from './structural-options.js';

const listTypeKey = 'x-kubernetes-list-type';
const mapKeysKey = 'x-kubernetes-list-map-keys';
const listTypes = ['atomic', 'set', 'map'];

/** The requirements of x-kubernetes-list-type and x-kubernetes-list-map-keys on the schemas of a list and its items. */
export function checkListTypes(schema: JsonSchema, path: FieldPath, tolerated: ReadonlySet<LaterRule>): FieldError[] {
  const errors: FieldError[] = [];
  const listType = schema[listTypeKey];
  if (listType !== undefined) {
    const typeErrors = checkTypeFor(schema, path, { type: 'array', keyword: listTypeKey });
    errors.push(...typeErrors);
    const isCheckedSet = typeErrors.length === 0 && listType === 'set' && !tolerated.has('atomicSetItems');
    if (isCheckedSet) errors.push(...checkSetItems(schema.items, path.child('items')));
    if (!listTypes.includes(listType)) errors.push(path.child(listTypeKey).notSupported(listType, listTypes));
  }
  if ((schema[mapKeysKey] ?? []).length > 0 && listType !== 'map') {
    const detail = `must be map if ${mapKeysKey} is non-empty`;
    const typePath = path.child(listTypeKey);
    errors.push(listType === undefined ? typePath.required(detail) : typePath.invalid(listType, detail));
  }
  if (listType === 'map') errors.push(...checkMapList(schema, path));
  const isKeyed = listType === 'map' || listType === 'set';
  if (isKeyed && !tolerated.has('presentMapKeys')) errors.push(...checkNullability(schema, path));
  return errors;
}

/** Items of sets are compared as a whole, so they must be atomic. */
function checkSetItems(items: JsonSchema | undefined, path: FieldPath): FieldError[] {
  const detail = `must be atomic as item of a list with ${listTypeKey}=set`;
  const inner = items?.[listTypeKey];
  if (items?.type === 'array' && inner !== undefined && inner !== 'atomic') {
    return [path.child(listTypeKey).invalid(inner, detail)];
  }
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    return [path.child('x-kubernetes-map-type').invalid(inner ?? null, detail)];
  }
  return [];
}

function checkMapList(schema: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const keys = schema[mapKeysKey] ?? [];
  const { items } = schema;
  if (keys.length === 0) errors.push(path.child(mapKeysKey).required(`must not be empty if ${listTypeKey} is map`));
  if (items === undefined) {
    errors.push(path.child('items').required(`must have a schema if ${listTypeKey} is map`));
  } else if (Array.isArray(items)) {
    errors.push(path.child('items').invalid(items, `must only have a single schema if ${listTypeKey} is map`));
  } else if (items.type !== 'object') {
    const detail = `must be object if parent array's ${listTypeKey} is map`;
    errors.push(
      path
        .child('items')
        .child('type')
        .invalid(items.type ?? '', detail),
    );
  } else {
    errors.push(...checkMapKeys(keys, items, path));
  }
  return errors;
}

function checkMapKeys(keys: readonly string[], items: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const allKeys: JsonValue = [...keys];
  for (const key of keys) {
    const property = propertyOf(items, key);
    if (property === undefined) {
      errors.push(path.child(mapKeysKey).invalid(allKeys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const typePath = path.child('items', 'properties').key(key).child('type');
      // Upstream shows the type of the items here, not that of the key.
      const detail = `must be a scalar type if parent array's ${listTypeKey} is map`;
      errors.push(typePath.invalid(items.type ?? '', detail));
    }
    if (seen.has(key)) errors.push(path.child(mapKeysKey).invalid(allKeys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return errors;
}

/** Keys of list items must always be present. */
function checkNullability(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { items } = schema;
  if (items === undefined || Array.isArray(items)) return [];
  const errors: FieldError[] = [];
  const itemsPath = path.child('items');
  const listType = schema[listTypeKey];
  if (items.nullable) {
    errors.push(itemsPath.child('nullable').forbidden(`cannot be nullable when ${listTypeKey} is ${listType}`));
  }
  if (listType !== 'map') return errors;
  for (const key of schema[mapKeysKey] ?? []) {
    const property = propertyOf(items, key);
    if (property === undefined) continue;
    const keyPath = itemsPath.child('properties').key(key);
    const because = `this property is in ${mapKeysKey}, so it`;
    if (!items.required?.includes(key) && property.default === undefined) {
      errors.push(keyPath.child('default').required(`${because} must have a default or be a required property`));
    }
    if (property.nullable) errors.push(keyPath.child('nullable').forbidden(`${because} cannot be nullable`));
  }
  return errors;
}

function propertyOf({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The requirements of x-kubernetes-map-type on the schema of an object. */
export function checkMapType(schema: JsonSchema, path: FieldPath): FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const errors = checkTypeFor(schema, path, { type: 'object', keyword: 'x-kubernetes-map-type' });
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(path.child('x-kubernetes-map-type').notSupported(mapType, ['atomic', 'granular']));
  }
  return errors;
}

function checkTypeFor(
  schema: JsonSchema,
  path: FieldPath,
  { type, keyword }: { type: string; keyword: string },
): FieldError[] {
  if (schema.type === type) return [];
  const detail = `must be ${type} if ${keyword} is specified`;
  const given: JsonValue = schema.type ?? '';
  return [given === '' ? path.child('type').required(detail) : path.child('type').invalid(given, detail)];
}
