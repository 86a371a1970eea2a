// Follows vendor/github.com/google/cel-go/interpreter/attributes.go (v1.36)

import type { JsonObject } from '../../meta/index.js';
import { CelFailure } from '../failure.js';
import { isList } from '../lists.js';
import { isMap, mapGet } from '../maps.js';
import { CelReference } from '../reference.js';
import { unsupportedIndex } from '../standard/containers.js';
import { CelObject, CelOptional, type CelValue } from '../values.js';
import type { Code } from './frame.js';

/** Names that every JavaScript object inherits: fields of these names must be own properties. */
function isInherited(field: string): boolean {
  return field in Object.prototype;
}

/** The field of a map or object; undefined if it is not set or the value has no fields. */
function fieldOf(value: CelValue, field: string): CelValue | undefined {
  if (value instanceof CelObject) return value.field(field);
  if (isMap(value)) return mapGet(value, field);
  if (isList(value)) throw unsupportedIndex(field);
  return undefined;
}

/** `operand.field`. */
export function selectCode(operand: Code, field: string): Code {
  const direct = !isInherited(field);
  return (frame) => {
    const value = operand(frame);
    frame.cost += 1;
    if (direct && isPlainObject(value)) {
      const found = value[field];
      if (found !== undefined) return found;
    }
    return selectField(value, field);
  };
}

function isPlainObject(value: CelValue): value is JsonObject {
  if (typeof value !== 'object' || value === null || value instanceof CelReference) return false;
  return !Array.isArray(value) && !(value instanceof Uint8Array);
}

function selectField(value: CelValue, field: string): CelValue {
  if (value instanceof CelOptional) return optionalField(value, field);
  const found = fieldOf(value, field);
  if (found === undefined) throw new CelFailure(`no such key: ${field}`);
  return found;
}

/** `operand.?field`, and `operand.field` of an optional. */
export function optionalField(value: CelValue, field: string): CelOptional {
  if (value instanceof CelOptional) return value.hasValue ? optionalField(value.value, field) : CelOptional.none;
  const found = fieldOf(value, field);
  return found === undefined ? CelOptional.none : CelOptional.of(found);
}

/** `has(operand.field)`. Costs nothing, as in Kubernetes. */
export function presenceCode(operand: Code, field: string): Code {
  return (frame) => hasField(operand(frame), field);
}

function hasField(value: CelValue, field: string): boolean {
  if (value instanceof CelOptional) return value.hasValue && hasField(value.value, field);
  return fieldOf(value, field) !== undefined;
}
