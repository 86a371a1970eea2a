import { codePointCount } from '../text.js';

/** With more comparisons in the worst case, JavaScript's search is not used: its time may be proportional to them. */
const MAX_COMPARISONS = 10_000_000;

/** Like `text.indexOf(part, from)`, in linear time. `part` must not be empty. */
export function indexOfPart(text: string, part: string, from = 0): number {
  if (text.length * part.length <= MAX_COMPARISONS) return text.indexOf(part, from);
  for (const at of matchesFrom(text, part, from)) return at;
  return -1;
}

/** Returns the last match that starts at or before `limit`, in linear time. `part` must not be empty. */
export function lastIndexOfPart(text: string, part: string, limit: number): number {
  if (text.length * part.length <= MAX_COMPARISONS) return text.lastIndexOf(part, limit);
  let last = -1;
  for (const at of matchesFrom(text, part, 0)) {
    if (at > limit) break;
    last = at;
  }
  return last;
}

/** Knuth-Morris-Pratt search: yields the start of every match, including overlapping ones. */
function* matchesFrom(text: string, part: string, from: number): Generator<number> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== part.charCodeAt(matched)) matched = borders[matched - 1]!;
    if (unit === part.charCodeAt(matched)) matched++;
    if (matched < part.length) continue;
    yield at - part.length + 1;
    matched = borders[matched - 1]!;
  }
}

/** For each prefix the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1]!;
    if (part.charCodeAt(at) === part.charCodeAt(length)) length++;
    borders[at] = length;
  }
  return borders;
}

/** Returns the UTF-16 offset of a code point: CEL counts code points, JavaScript UTF-16 code units. */
export function unitOffset(text: string, codePoints: number): number {
  if (!hasSurrogates(text)) return codePoints;
  let unit = 0;
  for (let count = 0; count < codePoints && unit < text.length; count++) {
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return unit;
}

/** The number of code points before a UTF-16 offset. */
export function codePointOffset(text: string, unit: number): number {
  return hasSurrogates(text) ? codePointCount(text.slice(0, unit)) : unit;
}

function hasSurrogates(text: string): boolean {
  return codePointCount(text) !== text.length;
}
