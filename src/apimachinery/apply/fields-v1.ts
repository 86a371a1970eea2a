import { isEmptyObject, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { maxDepth } from './depth.js';
import { decodeElement } from './element-content.js';
import { compareElements } from './element-order.js';
import { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import type { PathElement } from './path-element.js';

/** Managed fields that no FieldSet can be read from. */
export class FieldsV1Error extends Error {}

/** FieldsV1 of a set: `{"f:spec":{".":{},"f:replicas":{}}}`, elements in upstream's order. What it was read from is shared. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  if (set.source !== undefined) return set.source;
  const fields: JsonObject = {};
  if (set.self && set.elements.length > 0) fields['.'] = {};
  for (let index = 0; index < set.elements.length; index++) {
    fields[set.elements[index] as string] = encodeFieldsV1(set.children[index] as FieldSet);
  }
  return fields;
}

/** Throws FieldsV1Error or PathElementError. Elements of unknown kinds are left out. */
export function decodeFieldsV1(fields: JsonValue): FieldSet {
  if (!isJsonObject(fields)) throw new FieldsV1Error('expected an object in fieldsV1');
  const set = decodeNode(fields, 0);
  return set.self ? FieldSet.of(false, set.elements, set.children) : set;
}

function decodeNode(fields: JsonValue, depth: number): FieldSet {
  if (fields === null) return FieldSet.leaf;
  if (!isJsonObject(fields)) throw new FieldsV1Error('expected an object in fieldsV1');
  if (depth > maxDepth) throw new FieldsV1Error('fieldsV1 is nested too deeply');
  const elements: PathElement[] = [];
  const children: FieldSet[] = [];
  let [self, isCanonical] = [false, true];
  for (const key in fields) {
    if (key === '.') {
      self = true;
      if (elements.length > 0 || !isEmptyMap(fields[key] as JsonValue)) isCanonical = false;
      continue;
    }
    const element = decodeElement(key);
    if (element !== key) isCanonical = false;
    if (element === undefined) continue;
    const last = elements.length - 1;
    if (last >= 0 && compareElements(elements[last] as PathElement, element) >= 0) isCanonical = false;
    elements.push(element);
    const below = fields[key] as JsonValue;
    if (isEmptyMap(below)) children.push(FieldSet.leaf);
    else {
      const child = decodeNode(below, depth + 1);
      if (child.source === undefined) isCanonical = false;
      children.push(child);
    }
  }
  if (elements.length === 0) return FieldSet.leaf;
  if (!isCanonical) return sorted(self, elements, children);
  const set = FieldSet.of(self, elements, children);
  set.source = fields;
  return set;
}

function isEmptyMap(value: JsonValue): boolean {
  return isJsonObject(value) && isEmptyObject(value);
}

function sorted(self: boolean, elements: readonly PathElement[], children: readonly FieldSet[]): FieldSet {
  const builder = new FieldSetBuilder();
  elements.forEach((element, index) => {
    builder.add(element, children[index] as FieldSet);
  });
  return builder.build(self);
}
