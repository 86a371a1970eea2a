import { goQuote, isJsonObject, type JsonValue } from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType, type ScalarKind } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { maxDepth } from './depth.js';
import { itemElement } from './list-items.js';
import { fieldElement, type PathElement, printElement } from './path-element.js';

/** Throws ApplyTypeError at the first part of an applied configuration that its type does not allow. */
export function validateApplied(type: ApplyType, value: JsonValue, depth = 0): void {
  if (depth > maxDepth) throw new ApplyTypeError('nested too deeply');
  if (value === null) return;
  const kind = kindOf(type, value);
  if (kind === 'scalar') validateScalar(type.scalar as ScalarKind, value);
  else if (kind === 'map') validateMap(type.map as MapType, value, depth);
  else validateList(type.list as ListType, value, depth);
}

function validateScalar(scalar: ScalarKind, value: JsonValue): void {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (scalar === 'numeric' && !isNumber) {
    throw new ApplyTypeError(`expected numeric (int or float), got ${goTypeOf(value)}`);
  }
  if (scalar === 'string' && typeof value !== 'string') {
    throw new ApplyTypeError(`expected string, got ${describe(value)}`);
  }
  if (scalar === 'boolean' && typeof value !== 'boolean') {
    throw new ApplyTypeError(`expected boolean, got ${describe(value)}`);
  }
  if (typeof value === 'object') throw new ApplyTypeError(`expected any scalar, got ${describe(value)}`);
}

function validateMap(type: MapType, value: JsonValue, depth: number): void {
  if (!isJsonObject(value)) throw new ApplyTypeError(`expected map, got ${describe(value)}`);
  for (const name of Object.keys(value)) {
    const field = type.fields.get(name);
    const itemType = field?.type ?? type.elementType;
    if (itemType === undefined) {
      throw new ApplyTypeError('field not declared in schema').below(fieldElement(name));
    }
    validateBelow(field?.element ?? fieldElement(name), itemType, [value[name] as JsonValue, depth + 1]);
  }
}

function validateList(type: ListType, value: JsonValue, depth: number): void {
  if (!Array.isArray(value)) throw new ApplyTypeError(`expected list, got ${describe(value)}`);
  const seen = new Set<PathElement>();
  value.forEach((item, index) => {
    const element = type.kind === 'atomic' ? `i:${index}` : elementAt(type, item, index);
    if (seen.has(element)) throw new ApplyTypeError(`duplicate entries for key ${printElement(element)}`);
    seen.add(element);
    validateBelow(element, type.elementType, [item, depth + 1]);
  });
}

function elementAt(type: ListType, item: JsonValue, index: number): PathElement {
  try {
    return itemElement(type, item);
  } catch (error) {
    throw error instanceof ApplyTypeError ? new ApplyTypeError(`element ${index}: ${error.detail}`) : error;
  }
}

function validateBelow(element: PathElement, type: ApplyType, [value, depth]: [JsonValue, number]): void {
  if (typeof value !== 'object' && type.scalar === 'untyped') return;
  try {
    validateApplied(type, value, depth);
  } catch (error) {
    throw error instanceof ApplyTypeError ? error.below(element) : error;
  }
}

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

/** The value in a few words, never long. */
function describe(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value.slice(0, 64));
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'a list' : 'a map';
}
