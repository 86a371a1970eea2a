// Follows vendor/github.com/google/cel-go/ext/strings.go (v1.36)

import { shortEscapes } from '../../meta/index.js';
import { spend } from '../budget.js';
import { CelFailure } from '../failure.js';
import { type CelList, listItem, listSize } from '../lists.js';
import { codePointCount } from '../text.js';
import type { CelInt } from '../values.js';
import { codePointOffset, indexOfPart, lastIndexOfPart, unitOffset } from './text-search.js';

function outOfRange(index: CelInt): CelFailure {
  return new CelFailure(`index out of range: ${index}`);
}

export function charAt(text: string, index: CelInt): string {
  const count = codePointCount(text);
  if (index < 0 || index > count) throw outOfRange(index);
  if (index === count) return '';
  return String.fromCodePoint(text.codePointAt(unitOffset(text, Number(index)))!);
}

export function indexOf(text: string, part: string, from: CelInt = 0): CelInt {
  if (part === '') return from;
  if (from < 0) throw outOfRange(from);
  if (from >= codePointCount(text)) return -1;
  const found = indexOfPart(text, part, unitOffset(text, Number(from)));
  return found < 0 ? -1 : codePointOffset(text, found);
}

export function lastIndexOf(text: string, part: string): CelInt {
  const count = codePointCount(text);
  if (part === '') return count;
  return text.length < part.length ? -1 : lastIndexOfFrom(text, part, count - 1);
}

/** The last occurrence that starts at or before `from`. */
export function lastIndexOfFrom(text: string, part: string, from: CelInt): CelInt {
  if (part === '') return from;
  if (from < 0) throw outOfRange(from);
  if (from >= codePointCount(text)) return -1;
  const found = lastIndexOfPart(text, part, unitOffset(text, Number(from)));
  return found < 0 ? -1 : codePointOffset(text, found);
}

/** Like `indexOf` or `lastIndexOf` from an offset, but the empty string is not found beyond the end. */
export function withinText(
  find: (text: string, part: string, from: CelInt) => CelInt,
): (text: string, part: string, from: CelInt) => CelInt {
  return (text, part, from) => {
    if (part !== '') return find(text, part, from);
    if (from < 0) throw outOfRange(from);
    const count = codePointCount(text);
    return Math.min(Number(from), count);
  };
}

/** By code points. */
export function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

export function lowerAscii(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii(text: string): string {
  if (isAscii(text)) return text.toUpperCase();
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** A negative limit means no limit. */
export function replace(text: string, [old, replacement]: readonly [string, string], limit: CelInt = -1): string {
  if (old === replacement || limit === 0) return text;
  if (old === '') return insertBetween(text, replacement, limit);
  const pieces = split(text, old, limit < 0 ? -1 : BigInt(limit) + 1n);
  spend(text.length + pieces.length * replacement.length);
  return pieces.join(replacement);
}

/** The empty string matches before, between and after all characters. */
function insertBetween(text: string, insertion: string, limit: CelInt): string {
  const characters = split(text, '', limit);
  spend(text.length + (characters.length + 1) * insertion.length);
  const atEnd = limit < 0 || limit > codePointCount(text) ? insertion : '';
  return text === '' ? atEnd : insertion + characters.join(insertion) + atEnd;
}

/** At most `limit` pieces, the last of which is the rest; a negative limit means no limit. */
export function split(text: string, separator: string, limit: CelInt = -1): string[] {
  if (limit === 0) return [];
  const most = limit < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  if (separator === '') return splitCharacters(text, most);
  const pieces: string[] = [];
  let start = 0;
  while (pieces.length < most - 1) {
    const end = indexOfPart(text, separator, start);
    if (end < 0) break;
    pieces.push(text.slice(start, end));
    start = end + separator.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}

function splitCharacters(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = 0;
  for (const character of text) {
    if (pieces.length >= most - 1) break;
    pieces.push(character);
    rest += character.length;
  }
  if (rest < text.length) pieces.push(text.slice(rest));
  return pieces;
}

export function substring(text: string, start: CelInt, end?: CelInt): string {
  if (end !== undefined && start > end) {
    throw new CelFailure(`invalid substring range. start: ${start}, end: ${end}`);
  }
  const count = codePointCount(text);
  if (start < 0 || start > count) throw outOfRange(start);
  if (end !== undefined && (end < 0 || end > count)) throw outOfRange(end);
  return text.slice(unitOffset(text, Number(start)), end === undefined ? undefined : unitOffset(text, Number(end)));
}

/** Unicode's white space, which differs from JavaScript's in U+0085 and U+FEFF. */
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE_SPACE.test(text[start]!)) start++;
  while (end > start && WHITE_SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

export function join(list: CelList, separator = ''): string {
  const pieces: string[] = [];
  for (let index = 0; index < listSize(list); index++) pieces.push(textItem(list, index));
  return pieces.join(separator);
}

/** The size of the result of `join`. */
export function joinedSize(list: CelList, separator = ''): number {
  const size = listSize(list);
  let sum = Math.max(0, size - 1) * separator.length;
  for (let index = 0; index < size; index++) sum += textItem(list, index).length;
  return sum;
}

function textItem(list: CelList, index: number): string {
  const item = listItem(list, index);
  if (typeof item !== 'string') throw new CelFailure(`join: invalid input: ${item === null ? 'null' : typeof item}`);
  return item;
}

/** Quotes the text as a literal in double quotes; lone surrogates become U+FFFD. */
export function quote(text: string): string {
  return `"${text.replace(/[\x07-\r"\\]|\p{Surrogate}/gu, (character) => shortEscapes[character] ?? '\ufffd')}"`;
}
