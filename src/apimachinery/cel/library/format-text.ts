// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)
// Follows vendor/github.com/google/cel-go/ext/formatting_v2.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/format.go (v1.36)

import { isStepDue, type Steps, sorting } from '../../event-loop/index.js';
import type { JsonObject } from '../../meta/index.js';
import { compareBytes } from '../../meta/index.js';
import { spend } from '../budget.js';
import { type CelList, isList, listItems } from '../lists.js';
import { type CelMap, isMap, mapGet, mapKeys } from '../maps.js';
import { decodeUtf8 } from '../standard/conversions.js';
import { CelType } from '../types.js';
import { CelUint, type CelValue, isInt } from '../values.js';

/** Values that all versions of format() write in the same way. */
export function scalarText(value: CelValue): string | undefined {
  if (value === null || typeof value === 'boolean' || isInt(value)) return String(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  return value instanceof CelType ? value.name : undefined;
}

/** How a list or map is formatted. */
export interface ContainerStyle {
  /** An item, a key or a value. */
  readonly part: (value: CelValue) => Steps<string>;
  /** Between a key and its value. */
  readonly colon: string;
}

/** Undefined for other values. */
export function* containerText(value: CelValue, style: ContainerStyle): Steps<string | undefined> {
  if (isList(value)) return `[${paidFor(yield* itemTexts(value, style)).join(', ')}]`;
  return isMap(value) ? `{${paidFor(yield* entryTexts(value, style)).join(', ')}}` : undefined;
}

function* itemTexts(list: CelList, { part }: ContainerStyle): Steps<string[]> {
  const texts: string[] = [];
  for (const item of listItems(list)) {
    if (isStepDue()) yield;
    texts.push(yield* part(item));
  }
  return texts;
}

/** Sorted by the keys' texts. */
function* entryTexts(map: CelMap | JsonObject, { part, colon }: ContainerStyle): Steps<string[]> {
  const entries: (readonly [text: string, value: CelValue])[] = [];
  for (const key of mapKeys(map)) {
    if (isStepDue()) yield;
    entries.push([yield* part(key), mapGet(map, key)!]);
  }
  const texts: string[] = [];
  for (const [key, value] of yield* sorting(entries, ([a], [b]) => compareBytes(a, b))) {
    if (isStepDue()) yield;
    texts.push(`${key}${colon}${yield* part(value)}`);
  }
  return texts;
}

/** Charges for the texts: shared parts of nested lists are written at each occurrence, which can add up. */
function paidFor(texts: readonly string[]): readonly string[] {
  spend(texts.reduce((sum, text) => sum + text.length, 0));
  return texts;
}
