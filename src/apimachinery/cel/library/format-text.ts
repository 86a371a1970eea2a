// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)
// Follows vendor/github.com/google/cel-go/ext/formatting_v2.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/format.go (v1.36)

import type { JsonObject } from '../../meta/index.js';
import { compareBytes } from '../../meta/index.js';
import { spend } from '../budget.js';
import { isList, listItems } from '../lists.js';
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
  readonly part: (value: CelValue) => string;
  /** Between a key and its value. */
  readonly colon: string;
}

export function containerText(value: CelValue, style: ContainerStyle): string | undefined {
  if (isList(value)) return `[${paidFor(listItems(value).map(style.part)).join(', ')}]`;
  return isMap(value) ? `{${entryTexts(value, style).join(', ')}}` : undefined;
}

/** Sorted by the keys' texts. */
function entryTexts(map: CelMap | JsonObject, { part, colon }: ContainerStyle): readonly string[] {
  const entries = mapKeys(map).map((key) => [part(key), mapGet(map, key)!] as const);
  return paidFor(
    entries.toSorted(([a], [b]) => compareBytes(a, b)).map(([key, value]) => `${key}${colon}${part(value)}`),
  );
}

/** Charges for the texts: shared parts of nested lists are written at each occurrence, which can add up. */
function paidFor(texts: readonly string[]): readonly string[] {
  spend(texts.reduce((sum, text) => sum + text.length, 0));
  return texts;
}
