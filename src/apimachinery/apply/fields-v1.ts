import { isStepDue, runAtOnce, type Steps } from '../event-loop/index.js';
import { isEmptyObject, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
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
  return runAtOnce(encodingFieldsV1(set));
}

/** The same in steps. */
export function* encodingFieldsV1(set: FieldSet): Steps<JsonObject> {
  if (set.source !== undefined) return set.source;
  const root: JsonObject = {};
  const open: { readonly set: FieldSet; readonly fields: JsonObject; readonly depth: number }[] = [];
  open.push({ set, fields: root, depth: 1 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { self, elements, children } = next.set;
    if (next.depth > maxDepth) throw tooDeep();
    if (self && elements.length > 0) next.fields['.'] = {};
    for (let index = 0; index < elements.length; index++) {
      if (isStepDue()) yield;
      const child = children[index] as FieldSet;
      const fields = child.source ?? {};
      next.fields[elements[index] as string] = fields;
      if (child.source === undefined && child !== FieldSet.leaf)
        open.push({ set: child, fields, depth: next.depth + 1 });
    }
  }
  return root;
}

function tooDeep(): StatusError {
  return StatusError.of({ code: 500, reason: '', message: "invalid character '{' exceeded max depth" });
}

/** Throws FieldsV1Error or PathElementError. Omits elements of unknown kinds. */
export function decodeFieldsV1(fields: JsonValue): FieldSet {
  return runAtOnce(decodingFieldsV1(fields));
}

/** The same in steps. Not recursive: FieldsV1 may be nested deeply. */
export function* decodingFieldsV1(fields: JsonValue): Steps<FieldSet> {
  const open = [openedOf(fields)];
  for (;;) {
    if (isStepDue()) yield;
    const current = open.at(-1)!;
    const inner = decodeMembers(current);
    if (inner !== undefined) {
      open.push(openedOf(inner));
      continue;
    }
    if (current.next < current.keys.length) {
      yield;
      continue;
    }
    open.pop();
    const set = finished(current);
    const outer = open.at(-1);
    if (outer === undefined) return set.self ? FieldSet.of(false, set.elements, set.children) : set;
    addChild(outer, set);
  }
}

/** Members that take less than a millisecond. */
const keysPerStep = 1024;

/** A map whose members are partly decoded. */
interface Opened {
  readonly fields: JsonObject;
  readonly keys: readonly string[];
  next: number;
  readonly elements: PathElement[];
  /** One less than `elements` while the last one is being decoded. */
  readonly children: FieldSet[];
  self: boolean;
  /** Whether encoding the set would produce the same. */
  isCanonical: boolean;
}

function openedOf(fields: JsonValue): Opened {
  if (!isJsonObject(fields)) throw new FieldsV1Error('expected an object in fieldsV1');
  return { fields, keys: Object.keys(fields), next: 0, elements: [], children: [], self: false, isCanonical: true };
}

/** Decodes some members, up to the first one that has members itself, which is returned. */
function decodeMembers(opened: Opened): JsonValue | undefined {
  const { fields, keys, elements } = opened;
  for (let left = keysPerStep; opened.next < keys.length && left > 0; left--) {
    const key = keys[opened.next++] as string;
    const below = fields[key] as JsonValue;
    if (key === '.') {
      opened.self = true;
      if (elements.length > 0 || !isEmptyMap(below)) opened.isCanonical = false;
      continue;
    }
    const element = decodeElement(key);
    if (element !== key) opened.isCanonical = false;
    if (element === undefined) continue;
    const last = elements.length - 1;
    if (last >= 0 && compareElements(elements[last] as PathElement, element) >= 0) opened.isCanonical = false;
    elements.push(element);
    if (isEmptyMap(below)) opened.children.push(FieldSet.leaf);
    else if (below === null) addChild(opened, FieldSet.leaf);
    else return below;
  }
  return undefined;
}

function addChild(opened: Opened, child: FieldSet): void {
  if (child.source === undefined) opened.isCanonical = false;
  opened.children.push(child);
}

function finished({ fields, elements, children, self, isCanonical }: Opened): FieldSet {
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
