import { goFormat, goSyntax, isJsonObject, type JsonValue } from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType, type ScalarKind } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { maxDepth } from './depth.js';
import { printElement } from './element-content.js';
import { hasRepetition, itemElements } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';

/** Throws ApplyTypeError at the first part of an applied configuration that its type does not allow. */
export function validateApplied(type: ApplyType, value: JsonValue): void {
  new Validator().validate(type, value);
}

class Validator {
  #depth = 0;

  validate(type: ApplyType, value: JsonValue): void {
    if (value === null) return;
    if (typeof value !== 'object' && type.scalar !== undefined) {
      validateScalar(type.scalar, value);
      return;
    }
    if (++this.#depth > maxDepth) throw new ApplyTypeError('nested too deeply');
    const kind = kindOf(type, value);
    if (kind === 'scalar') validateScalar(type.scalar as ScalarKind, value);
    else if (kind === 'map') this.#validateMap(type.map as MapType, value);
    else this.#validateList(type.list as ListType, value);
    this.#depth--;
  }

  #validateMap(type: MapType, value: JsonValue): void {
    if (!isJsonObject(value)) throw new ApplyTypeError(`expected map, got ${describe(value)}`);
    let name = '';
    try {
      for (name in value) this.validate(fieldTypeOf(type, name), value[name] as JsonValue);
    } catch (error) {
      throw error instanceof ApplyTypeError ? error.below(fieldElement(name)) : error;
    }
  }

  #validateList(type: ListType, value: JsonValue): void {
    if (!Array.isArray(value)) throw new ApplyTypeError(`expected list, got ${describe(value)}`);
    const elements = type.kind === 'atomic' ? undefined : distinctElements(type, value);
    let index = 0;
    try {
      for (; index < value.length; index++) this.validate(type.elementType, value[index] as JsonValue);
    } catch (error) {
      throw error instanceof ApplyTypeError ? error.below(elements?.[index] ?? `i:${index}`) : error;
    }
  }
}

function fieldTypeOf(type: MapType, name: string): ApplyType {
  const field = type.fields.get(name);
  const found = field === undefined ? type.elementType : field.type;
  if (found === undefined) throw new ApplyTypeError('field not declared in schema');
  return found;
}

function distinctElements(type: ListType, items: readonly JsonValue[]): PathElement[] {
  const elements = itemElements(type, items);
  if (!hasRepetition(elements)) return elements;
  const seen = new Set<PathElement>();
  const repeated = elements.find((element) => seen.size === seen.add(element).size) as PathElement;
  throw new ApplyTypeError(`duplicate entries for key ${printElement(repeated)}`);
}

function validateScalar(scalar: ScalarKind, value: JsonValue): void {
  if (scalar === 'untyped' && typeof value !== 'object') return;
  if (scalar === 'string' && typeof value === 'string') return;
  if (scalar === 'boolean' && typeof value === 'boolean') return;
  if (scalar === 'numeric' && (typeof value === 'number' || typeof value === 'bigint')) return;
  throw new ApplyTypeError(mismatches[scalar](value));
}

const mismatches: Readonly<Record<ScalarKind, (value: JsonValue) => string>> = {
  numeric: (value) => `expected numeric (int or float), got ${goTypeOf(value)}`,
  string: (value) => `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`,
  boolean: (value) => `expected boolean, got ${describe(value)}`,
  untyped: (value) => `expected any scalar, got ${describe(value)}`,
};

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

function describe(value: JsonValue): string {
  return `&{${goFormat(value)}}`;
}
