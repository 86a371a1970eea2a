// Follows vendor/go.yaml.in/yaml/v2/encode.go (v1.36)

import { goNumber, type JsonValue } from '../meta/index.js';
import { resolvePlainScalar } from './yaml-scalar.js';

/** Sexagesimal numbers: go-yaml reads them as strings, but quotes them for other parsers. */
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const timestamp = /^[0-9]{4}-[0-9]/;
/** Characters that are invisible or would not survive a round trip. */
const needsEscapes = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u00a0\u2028\u2029\ufeff\ufffe\uffff]/;
const loneSurrogate = /[\ud800-\udfff]/u;
const escaped = /["\\\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/gu;
const documentMark = /^(?:---|\.\.\.)(?:$|[ \t\r\n])/;
const indicators = new Set('-?:,[]{}#&*!|>\'"%@`');

export interface TextPlace {
  /** Levels of indentation. */
  readonly level: number;
  /** Whether the scalar is the whole document. */
  readonly isDocument?: boolean;
  /** Where the text begins; unset: it is not folded. */
  readonly column?: number | undefined;
}

/** Lines are folded at the first space beyond this column. */
export const bestWidth = 80;

/** A scalar, as it is written at a place. */
export function yamlText(value: Exclude<JsonValue, object> | null, place: TextPlace): string {
  if (typeof value === 'string') return stringText(value, place);
  return typeof value === 'number' || typeof value === 'bigint' ? goNumber(value) : String(value);
}

/** Strings are quoted if they would be read as another type, and those of several lines are blocks. */
function stringText(value: string, place: TextPlace): string {
  const isWellFormed = !loneSurrogate.test(value);
  if (isWellFormed && value.includes('\n') && !needsEscapes.test(value)) return literalBlock(value, place);
  if (!isWellFormed || needsEscapes.test(value) || readsAsOther(value)) return folded(doubleQuoted(value), place);
  return folded(canBePlain(value, place) ? value : `'${value.replaceAll("'", "''")}'`, place);
}

/** Breaks lines that are too long at single spaces, but not next to quotes; in double quotes before several spaces, too. */
function folded(text: string, { level, column }: TextPlace): string {
  if (column === undefined || column + text.length <= bestWidth) return text;
  const [isDouble, isQuoted] = [text[0] === '"', text[0] === '"' || text[0] === "'"];
  const [first, last] = isQuoted ? [2, text.length - 3] : [0, text.length];
  const indent = '  '.repeat(Math.max(1, level));
  let result = '';
  let [begin, width, isAfterSpace] = [0, column, false];
  for (let at = 0; at < text.length; at++) {
    const [isSpace, isBeforeSpace] = [text[at] === ' ', text[at + 1] === ' '];
    const mayBreak = isSpace && !isAfterSpace && at >= first && at <= last && (isDouble || !isBeforeSpace);
    if (mayBreak && width > bestWidth) {
      // A backslash keeps the spaces that follow it.
      const start = isBeforeSpace ? `${indent}\\` : indent;
      result += `${text.slice(begin, at)}\n${start}`;
      [begin, width] = [at + 1, start.length];
    } else if (!isLowSurrogate(text.charCodeAt(at))) width++;
    isAfterSpace = isSpace;
  }
  return result + text.slice(begin);
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function readsAsOther(value: string): boolean {
  return typeof resolvePlainScalar(value) !== 'string' || value === '<<' || timestamp.test(value) || base60.test(value);
}

/** For a non-empty string of one line without control characters. */
function canBePlain(value: string, { isDocument = false }: TextPlace): boolean {
  const first = value[0]!;
  const mayContinue = (first === '-' || first === '?' || first === ':') && value.length > 1 && value[1] !== ' ';
  if (first === ' ' || (indicators.has(first) && !mayContinue)) return false;
  if (value.endsWith(' ') || value.endsWith(':') || value.includes(': ') || value.includes(' #')) return false;
  return value !== '=' && !(isDocument && documentMark.test(value));
}

function literalBlock(value: string, { level, isDocument = false }: TextPlace): string {
  const indent = '  '.repeat(Math.max(1, level));
  // Needed if the text itself starts with spaces.
  const indicator = /^\n* /.test(value) ? (isDocument ? '3' : '2') : '';
  const lines = value.split('\n');
  const endsWithBreak = lines.at(-1) === '';
  if (endsWithBreak) lines.pop();
  const chomping = endsWithBreak ? (value === '\n' || value.endsWith('\n\n') ? '+' : '') : '-';
  return `|${indicator}${chomping}\n${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}`;
}

function doubleQuoted(value: string): string {
  return `"${value.replace(escaped, escapeCharacter)}"`;
}

const shortEscapes = new Map<string, string>([
  ['\0', '0'],
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\x1b', 'e'],
  ['"', '"'],
  ['\\', '\\'],
  ['\x85', 'N'],
  ['\xa0', '_'],
  ['\u2028', 'L'],
  ['\u2029', 'P'],
]);

function escapeCharacter(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return `\\${short}`;
  const code = character.charCodeAt(0);
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
