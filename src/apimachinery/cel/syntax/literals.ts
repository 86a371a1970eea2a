// Follows vendor/github.com/google/cel-go/parser/parser.go (v1.36)
// Follows vendor/github.com/google/cel-go/parser/unescape.go (v1.36)

import { goEscapes } from '../../meta/index.js';
import { CelUint, type CelValue, doubleOf, intOf, MAX_INT64, MAX_UINT64, MIN_INT64 } from '../values.js';

/** Thrown for an invalid literal, with the message to report. */
export class LiteralError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export function readInt(text: string): CelValue {
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  if (value < MIN_INT64 || value > MAX_INT64) throw new LiteralError('invalid int literal');
  return intOf(value);
}

export function readUint(text: string): CelValue {
  const value = BigInt(text.slice(0, -1));
  if (value > MAX_UINT64) throw new LiteralError('invalid uint literal');
  return new CelUint(value);
}

export function readDouble(text: string): CelValue {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
  return doubleOf(value);
}

const PARTS = /^[bB]?([rR]?)("""|'''|"|')([\s\S]*)\2$/;

export function readString(text: string): string {
  const [, raw, , body] = PARTS.exec(text)!;
  const content = body!.replace(/\r\n?/g, '\n');
  return raw ? content : content.replace(ESCAPE, (_match, code: string) => unescapeCharacter(code));
}

/** In bytes literals, `\x` and octal escapes are bytes; all other text is UTF-8. */
export function readBytes(text: string): Uint8Array {
  const [, raw, , body] = PARTS.exec(text)!;
  const content = body!.replace(/\r\n?/g, '\n');
  if (raw) return Buffer.from(content, 'utf8');
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const match of content.matchAll(ESCAPE)) {
    pieces.push(Buffer.from(content.slice(from, match.index), 'utf8'), unescapeByte(match[1]!));
    from = match.index + match[0].length;
  }
  pieces.push(Buffer.from(content.slice(from), 'utf8'));
  return Buffer.concat(pieces);
}

/** A backslash and the longest sequence that can follow it. */
const ESCAPE = /\\(x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[\s\S]|$)/g;

const SIMPLE: Readonly<Record<string, string>> = { ...goEscapes, '"': '"', "'": "'", '`': '`', '?': '?' };

function unescapeCharacter(code: string): string {
  const simple = SIMPLE[code];
  if (simple !== undefined) return simple;
  if (code.length < 3) throw new LiteralError('unable to unescape string');
  const codePoint = escapedNumber(code);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
    throw new LiteralError('invalid unicode code point');
  }
  return String.fromCodePoint(codePoint);
}

function unescapeByte(code: string): Uint8Array {
  if (/^[uU]/.test(code)) throw new LiteralError('unable to unescape string');
  return code.length === 3 ? Uint8Array.of(escapedNumber(code)) : Buffer.from(unescapeCharacter(code), 'utf8');
}

function escapedNumber(code: string): number {
  return /^[xXuU]/.test(code) ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8);
}
