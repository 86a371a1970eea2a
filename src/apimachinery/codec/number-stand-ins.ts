import { asInteger } from './json-number.js';
import { scanJson } from './json-scan.js';

/** Printed in full by Go and by JavaScript, and no value that an integer field would take. */
const first = 700_000.5;
/** More of them in one document cannot be told apart from each other, and are left as they are. */
const most = 1000;
const standIn = /\b70\d{4}\.5\b/g;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Go refuses for an integer field any number that is not written as one, such as `1.0` or `1e2`; once it is parsed, nothing
 * tells it from an integer. In `bytes` a fraction stands in for each such number: whoever refuses that would refuse the
 * number, and `restore` makes the text of the refusal say which it was.
 */
export class NumberStandIns {
  readonly bytes: Buffer;
  readonly #literals: readonly string[];

  /** Undefined: all numbers of the document are written as integers. */
  static of(bytes: Uint8Array): NumberStandIns | undefined {
    if (!scanJson(bytes).fractions) return undefined;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    const literals: string[] = [];
    const replaced = replaceNumbers(text, (literal) => {
      if (isInteger(literal) || literals.length === most) return literal;
      return String(first + literals.push(literal) - 1);
    });
    return literals.length > 0 ? new NumberStandIns(Buffer.from(replaced), literals) : undefined;
  }

  private constructor(bytes: Buffer, literals: readonly string[]) {
    this.bytes = bytes;
    this.#literals = literals;
  }

  restore(text: string): string {
    return text.replace(standIn, (shown) => this.#literals[Number(shown) - first] ?? shown);
  }
}

function isInteger(literal: string): boolean {
  if (/[.eE]/.test(literal)) return false;
  return literal.length < 19 || (literal.length <= 20 && asInteger(BigInt(literal)) !== undefined);
}

/** Of all that is not in strings; what is no JSON comes out as it went in, or as something else that is none. */
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
