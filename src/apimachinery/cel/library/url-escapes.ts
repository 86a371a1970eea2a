import { goQuote } from '../../meta/index.js';

/** An invalid URL, with Go's message. */
export class UrlError extends Error {
  override readonly name = 'UrlError';
}

/** The part of a URL: each part allows different characters unescaped. */
export type UrlPart = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~';

/** Characters that each part allows unescaped, besides letters, digits and `-_.~`. */
const PLAIN: Readonly<Record<UrlPart, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

/** The bytes that each part allows unescaped. */
const plainBytes = new Map<UrlPart, ReadonlySet<number>>();

function plainOf(part: UrlPart): ReadonlySet<number> {
  let plain = plainBytes.get(part);
  if (!plain) {
    plain = new Set(Buffer.from(UNRESERVED + PLAIN[part]));
    plainBytes.set(part, plain);
  }
  return plain;
}

/** Returns the UTF-8 bytes of the text, one per character. */
export function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const [percent, plus, space] = Buffer.from('%+ ') as unknown as [number, number, number];

/** Throws `UrlError` for an invalid escape, and for characters that are not allowed in a host name. */
export function unescapePart(bytes: string, part: UrlPart): string {
  const isHost = part === 'host' || part === 'zone';
  if (!isHost && !/[%+]/.test(bytes)) return bytes;
  const plain = plainOf(part);
  const result = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes.charCodeAt(at);
    if (byte === percent) {
      result[length++] = unescaped(bytes, at, part);
      at += 2;
    } else if (isHost && byte < 0x80 && !plain.has(byte)) {
      throw new UrlError(`invalid character ${goQuote(bytes[at]!)} in host name`);
    } else result[length++] = byte === plus && part === 'query' ? space : byte;
  }
  return result.toString('latin1', 0, length);
}

/** The byte that is written as `%2F` at an index. */
function unescaped(bytes: string, at: number, part: UrlPart): number {
  const [high, low] = [hexDigit(bytes.charCodeAt(at + 1)), hexDigit(bytes.charCodeAt(at + 2))];
  const code = high * 16 + low;
  const isAllowed = high >= 0 && low >= 0 && isEscapable(code, part);
  if (!isAllowed) throw wrongEscape(bytes.slice(at, at + 3));
  return code;
}

/** Host names may escape only non-ASCII bytes; zones also the percent sign and spaces. */
function isEscapable(code: number, part: UrlPart): boolean {
  if (code === percent) return true;
  if (part === 'host') return code >= 0x80;
  return part !== 'zone' || code === space || plainOf('host').has(code);
}

/** Negative for other characters, and beyond the end. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function wrongEscape(written: string): UrlError {
  return new UrlError(`invalid URL escape ${goQuote(fromBytes(written))}`);
}

export function escapePart(bytes: string, part: UrlPart): string {
  const plain = plainOf(part);
  const result = Buffer.allocUnsafe(bytes.length * 3);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes.charCodeAt(at);
    if (plain.has(byte)) {
      result[length++] = byte;
      continue;
    }
    result[length++] = percent;
    result[length++] = hexDigits[byte >> 4]!;
    result[length++] = hexDigits[byte & 15]!;
  }
  return result.toString('latin1', 0, length);
}

const hexDigits = Buffer.from('0123456789ABCDEF');

/** Whether the text is a valid encoding, even if escaping would produce another one. */
export function isValidEscaped(bytes: string): boolean {
  return /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/.test(bytes);
}
