import { codePointCount } from '../text.js';

/** Above this many comparisons in the worst case the search must not be the engine's, whose time may be their number. */
const MAX_COMPARISONS = 1_000_000;

/** As `text.indexOf(part, from)`, in linear time. The part is not empty. */
export function indexOfPart(text: string, part: string, from = 0): number {
  if (text.length * part.length <= MAX_COMPARISONS) return text.indexOf(part, from);
  for (const at of matchesFrom(text, part, from)) return at;
  return -1;
}

/** The last place at which the part begins that is not after `limit`, in linear time. The part is not empty. */
export function lastIndexOfPart(text: string, part: string, limit: number): number {
  if (text.length * part.length <= MAX_COMPARISONS) return text.lastIndexOf(part, limit);
  let last = -1;
  for (const at of matchesFrom(text, part, 0)) {
    if (at > limit) break;
    last = at;
  }
  return last;
}

/** Knuth, Morris and Pratt's search: every place at which the part begins, overlapping ones too. */
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

/** CEL counts code points where JavaScript counts UTF-16 units: the unit at which a code point begins. */
export function unitOffset(text: string, codePoints: number): number {
  if (!hasSurrogates(text)) return codePoints;
  let unit = 0;
  for (let count = 0; count < codePoints && unit < text.length; count++) {
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return unit;
}

/** The number of code points before a unit. */
export function codePointOffset(text: string, unit: number): number {
  return hasSurrogates(text) ? codePointCount(text.slice(0, unit)) : unit;
}

function hasSurrogates(text: string): boolean {
  return codePointCount(text) !== text.length;
}
