// Follows vendor/github.com/google/cel-go/ext/strings.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
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
export function* reverse(text: string): Steps<string> {
  let reversed = '';
  for (const part of partsOf(text)) {
    if (reversed !== '') yield;
    reversed = Array.from(part).reverse().join('') + reversed;
  }
  return reversed;
}

/** Characters that take less than a millisecond. */
const partLength = 16_384;

/** Parts of the text that are no longer than that; they split no code point. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const last = at + partLength - 1;
    const end = isPair(text, last) ? last + 2 : last + 1;
    yield text.slice(at, end);
    at = end;
  }
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
export function* replace(
  text: string,
  [old, replacement]: readonly [string, string],
  limit: CelInt = -1,
): Steps<string> {
  if (old === replacement || limit === 0) return text;
  if (old === '') return yield* insertBetween(text, replacement, limit);
  const pieces = yield* split(text, old, limit < 0 ? -1 : BigInt(limit) + 1n);
  spend(text.length + pieces.length * replacement.length);
  return yield* joined(pieces, replacement);
}

/** The empty string matches before, between and after all characters. */
function* insertBetween(text: string, insertion: string, limit: CelInt): Steps<string> {
  const characters = yield* split(text, '', limit);
  spend(text.length + (characters.length + 1) * insertion.length);
  const atEnd = limit < 0 || limit > codePointCount(text) ? insertion : '';
  return text === '' ? atEnd : insertion + (yield* joined(characters, insertion)) + atEnd;
}

/** Pieces that take less than a millisecond. */
const piecesBetweenYields = 10_000;

function* joined(pieces: readonly string[], separator: string): Steps<string> {
  if (pieces.length <= piecesBetweenYields) return pieces.join(separator);
  let text = '';
  for (let at = 0; at < pieces.length; at += piecesBetweenYields) {
    if (at > 0) text += separator;
    text += pieces.slice(at, at + piecesBetweenYields).join(separator);
    yield;
  }
  return text;
}

/** At most `limit` pieces, the last of which is the rest; a negative limit means no limit. */
export function* split(text: string, separator: string, limit: CelInt = -1): Steps<string[]> {
  if (limit === 0) return [];
  const most = limit < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  if (separator === '') return yield* splitCharacters(text, most);
  const pieces: string[] = [];
  let start = 0;
  while (pieces.length < most - 1) {
    const end = indexOfPart(text, separator, start);
    if (end < 0) break;
    pieces.push(text.slice(start, end));
    start = end + separator.length;
    if (pieces.length % piecesBetweenYields === 0) yield;
  }
  pieces.push(text.slice(start));
  return pieces;
}

function* splitCharacters(text: string, most: number): Steps<string[]> {
  const pieces: string[] = [];
  let rest = 0;
  while (rest < text.length && pieces.length < most - 1) {
    const length = isPair(text, rest) ? 2 : 1;
    pieces.push(text.slice(rest, rest + length));
    rest += length;
    if (pieces.length % piecesBetweenYields === 0) yield;
  }
  if (rest < text.length) pieces.push(text.slice(rest));
  return pieces;
}

/** Whether two code units at an offset are one code point. */
function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= text.length) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
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
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
  '\u2028\u2029\u202f\u205f\u3000';
const whiteSpace = new Set(Array.from(WHITE_SPACE, (character) => character.charCodeAt(0)));

export function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && whiteSpace.has(text.charCodeAt(start))) start++;
  while (end > start && whiteSpace.has(text.charCodeAt(end - 1))) end--;
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
export function* quote(text: string): Steps<string> {
  let quoted = '';
  for (const part of partsOf(text)) {
    if (quoted !== '') yield;
    quoted += escaped(part);
  }
  return `"${quoted}"`;
}

function escaped(text: string): string {
  return text.replace(/[\x07-\r"\\]|\p{Surrogate}/gu, (character) => shortEscapes[character] ?? '\ufffd');
}
