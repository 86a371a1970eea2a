// Follows vendor/go.yaml.in/yaml/v2/sorter.go (v1.36)

import { compareBytes } from '../meta/index.js';

/**
 * The order of mapping keys in go-yaml: letters after other characters, numbers in keys by value (`a2` before `a10`).
 */
export function compareYamlKeys(a: string, b: string): number {
  const at = firstDifference(a, b);
  if (at >= a.length || at >= b.length) return a.length - b.length;
  const [x, y] = [characterAt(a, at), characterAt(b, at)];
  const [xIsLetter, yIsLetter] = [isLetter(x), isLetter(y)];
  if (xIsLetter !== yIsLetter) return yIsLetter ? -1 : 1;
  return (xIsLetter ? 0 : compareNumbersAt(a, b, at)) || compareBytes(x, y);
}

/** Where the first characters that differ start. */
function firstDifference(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const isInPair = at > 0 && isHigh(a.charCodeAt(at - 1)) && (isLow(a.charCodeAt(at)) || isLow(b.charCodeAt(at)));
  return isInPair ? at - 1 : at;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}

function compareNumbersAt(a: string, b: string, at: number): number {
  const [x, y] = [digitsFrom(a, at), digitsFrom(b, at)];
  // After common digits, a leading zero is significant: `10` comes before `9` only if no digits precede it.
  const continuesNumber = (a[at] === '0' || b[at] === '0') && endsInNumber(a, at);
  const lead = continuesNumber ? '1' : '';
  return compareMagnitudes(lead + x, lead + y) || x.length - y.length;
}

function digitsFrom(text: string, begin: number): string {
  let end = begin;
  while (end < text.length) {
    const character = characterAt(text, end);
    if (!isDigit(character)) break;
    end += character.length;
  }
  return text.slice(begin, end);
}

/** Whether the digits right before `end` are not all zeros. */
function endsInNumber(text: string, end: number): boolean {
  for (let at = end - 1; at >= 0; at--) {
    const isPair = at > 0 && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
    const character = characterAt(text, isPair ? --at : at);
    if (!isDigit(character)) return false;
    if (character !== '0') return true;
  }
  return false;
}

function compareMagnitudes(x: string, y: string): number {
  const [a, b] = [x.replace(/^0+/, ''), y.replace(/^0+/, '')];
  return a.length - b.length || compareBytes(a, b);
}

// The expressions are not module constants: they are slow to create, and only needed for YAML.
function isLetter(character: string): boolean {
  const code = character.charCodeAt(0) | 0x20;
  return character.charCodeAt(0) < 0x80 ? code >= 0x61 && code <= 0x7a : /^\p{L}$/u.test(character);
}

function isDigit(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x80 ? code >= 0x30 && code <= 0x39 : /^\p{Nd}$/u.test(character);
}
