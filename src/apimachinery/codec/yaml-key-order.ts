import { compareBytes } from '../meta/index.js';

/**
 * The order of mapping keys in go-yaml: letters after other characters, numbers in keys by value (`a2` before `a10`).
 */
export function compareYamlKeys(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [left[at] as string, right[at] as string];
    if (x === y) continue;
    const [xIsLetter, yIsLetter] = [isLetter(x), isLetter(y)];
    if (xIsLetter !== yIsLetter) return yIsLetter ? -1 : 1;
    return (xIsLetter ? 0 : compareNumbersAt(left, right, at)) || compareBytes(x, y);
  }
  return left.length - right.length;
}

function compareNumbersAt(left: readonly string[], right: readonly string[], at: number): number {
  const [x, y] = [digitsFrom(left, at), digitsFrom(right, at)];
  // After common digits, a leading zero is significant: `10` comes before `9` only if no digits precede it.
  const continuesNumber = (left[at] === '0' || right[at] === '0') && endsInNumber(left, at);
  const lead = continuesNumber ? '1' : '';
  return compareMagnitudes(lead + x, lead + y) || x.length - y.length;
}

function digitsFrom(characters: readonly string[], begin: number): string {
  let end = begin;
  while (end < characters.length && isDigit(characters[end] as string)) end++;
  return characters.slice(begin, end).join('');
}

/** Whether the digits right before `end` are not all zeros. */
function endsInNumber(characters: readonly string[], end: number): boolean {
  for (let at = end - 1; at >= 0 && isDigit(characters[at] as string); at--) {
    if (characters[at] !== '0') return true;
  }
  return false;
}

function compareMagnitudes(x: string, y: string): number {
  const [a, b] = [x.replace(/^0+/, ''), y.replace(/^0+/, '')];
  return a.length - b.length || compareBytes(a, b);
}

// Not module constants: they are slow to create, and only needed for YAML.
function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}
