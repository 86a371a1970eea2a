import {
  DeferredCalls,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxRecursion,
} from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { decodeElement } from './element-content.js';
import { compareElements } from './element-order.js';
import { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import type { PathElement } from './path-element.js';

/** FieldsV1 that cannot be decoded. */
export class FieldsV1Error extends Error {}

/** A document may be nested 10,000 levels deep, and FieldsV1 starts at the fifth level. */
const maxDepth = 9996;

/**
 * Encodes a set: `{"f:spec":{".":{},"f:replicas":{}}}`, elements in upstream's order. Shares the FieldsV1 that it was
 * decoded from. Throws upstream's error if the result would be too deep to decode again.
 */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  if (set.source !== undefined) return set.source;
  const root: JsonObject = {};
  const open: { readonly set: FieldSet; readonly fields: JsonObject; readonly depth: number }[] = [];
  open.push({ set, fields: root, depth: 1 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { self, elements, children } = next.set;
    if (next.depth > maxDepth) throw tooDeep();
    if (self && elements.length > 0) next.fields['.'] = {};
    for (let index = 0; index < elements.length; index++) {
      const child = children[index] as FieldSet;
      const fields = child.source ?? {};
      next.fields[elements[index] as string] = fields;
      if (child.source === undefined) open.push({ set: child, fields, depth: next.depth + 1 });
    }
  }
  return root;
}

function tooDeep(): StatusError {
  return StatusError.of({ code: 500, reason: '', message: "invalid character '{' exceeded max depth" });
}

/** Throws FieldsV1Error or PathElementError. Omits elements of unknown kinds. */
export function decodeFieldsV1(fields: JsonValue): FieldSet {
  if (!isJsonObject(fields)) throw new FieldsV1Error('expected an object in fieldsV1');
  const set = new Decoder().decodeWhole(fields);
  return set.self ? FieldSet.of(false, set.elements, set.children) : set;
}

class Decoder {
  #depth = 0;
  #deferred: DeferredCalls<readonly [JsonValue], FieldSet> | undefined;

  decodeWhole(fields: JsonValue): FieldSet {
    const set = this.#decode(fields);
    return this.#deferred?.finish([fields], ([part]) => this.#decode(part)) ?? set;
  }

  #decode(fields: JsonValue): FieldSet {
    if (fields === null) return FieldSet.leaf;
    if (!isJsonObject(fields)) throw new FieldsV1Error('expected an object in fieldsV1');
    if (this.#depth === maxRecursion) {
      this.#deferred ??= new DeferredCalls();
      return this.#deferred.resultOf([fields], FieldSet.leaf);
    }
    this.#depth++;
    const set = this.#decodeMembers(fields);
    this.#depth--;
    return set;
  }

  #decodeMembers(fields: JsonObject): FieldSet {
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
        const child = this.#decode(below);
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
