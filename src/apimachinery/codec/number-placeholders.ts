import { asInteger } from './json-number.js';
import { scanJson } from './json-scan.js';

/** Go and JavaScript print it in full, and integer fields reject it. */
const first = 700_000.5;
/** The number of distinct placeholders: further numbers in a document are left unchanged. */
const most = 1000;
const placeholder = /\b70\d{4}\.5\b/g;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * For integer fields, Go rejects numbers that are not written as integers, such as `1.0` or `1e2`; after parsing they
 * cannot be distinguished from integers. `bytes` has a unique fraction in place of each such number: code that rejects
 * the fraction would reject the number, and `restore` puts the original number into the error text.
 */
export class NumberPlaceholders {
  readonly bytes: Buffer;
  readonly #literals: readonly string[];

  /** Undefined: all numbers of the document are written as integers. */
  static of(bytes: Uint8Array): NumberPlaceholders | undefined {
    if (!scanJson(bytes).fractions) return undefined;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    const literals: string[] = [];
    const replaced = replaceNumbers(text, (literal) => {
      if (isInteger(literal) || literals.length === most) return literal;
      return String(first + literals.push(literal) - 1);
    });
    return literals.length > 0 ? new NumberPlaceholders(Buffer.from(replaced), literals) : undefined;
  }

  private constructor(bytes: Buffer, literals: readonly string[]) {
    this.bytes = bytes;
    this.#literals = literals;
  }

  restore(text: string): string {
    return text.replace(placeholder, (shown) => this.#literals[Number(shown) - first] ?? shown);
  }
}

function isInteger(literal: string): boolean {
  if (/[.eE]/.test(literal)) return false;
  return literal.length < 19 || (literal.length <= 20 && asInteger(BigInt(literal)) !== undefined);
}

/** Replaces numbers outside of strings; invalid JSON stays invalid. */
function replaceNumbers(text: string, replace: (literal: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at + 1);
      continue;
    }
    number.lastIndex = at;
    const literal = character === '-' || (character >= '0' && character <= '9') ? number.exec(text)?.[0] : undefined;
    if (literal === undefined) {
      at++;
      continue;
    }
    parts.push(text.slice(copied, at), replace(literal));
    at += literal.length;
    copied = at;
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

function endOfString(text: string, begin: number): number {
  let at = begin;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
