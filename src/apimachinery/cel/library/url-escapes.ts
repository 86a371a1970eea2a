import { goQuote } from '../../meta/index.js';

/** An invalid URL, with Go's message. */
export class UrlError extends Error {
  override readonly name = 'UrlError';
}

/** The part of a URL: each part allows different characters unescaped. */
export type UrlPart = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

const UNRESERVED = /[A-Za-z0-9\-_.~]/;

/** Characters that each part allows unescaped, besides letters, digits and `-_.~`. */
const PLAIN: Readonly<Record<UrlPart, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

function isPlain(character: string, part: UrlPart): boolean {
  return UNRESERVED.test(character) || PLAIN[part].includes(character);
}

/** Returns the UTF-8 bytes of the text, one per character. */
export function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Throws `UrlError` for an invalid escape, and for characters that are not allowed in a host name. */
export function unescapePart(bytes: string, part: UrlPart): string {
  const isHost = part === 'host' || part === 'zone';
  if (!isHost && !/[%+]/.test(bytes)) return bytes;
  let result = '';
  for (let at = 0; at < bytes.length; at++) {
    const character = bytes[at]!;
    if (character === '%') {
      result += unescaped(bytes.slice(at, at + 3), part);
      at += 2;
    } else if (isHost && character < '\x80' && !isPlain(character, part)) {
      throw new UrlError(`invalid character ${goQuote(character)} in host name`);
    } else result += character === '+' && part === 'query' ? ' ' : character;
  }
  return result;
}

function unescaped(written: string, part: UrlPart): string {
  if (!/^%[0-9a-fA-F]{2}$/.test(written)) throw wrongEscape(written);
  const code = Number.parseInt(written.slice(1), 16);
  const character = String.fromCharCode(code);
  // Host names may escape only non-ASCII bytes; zones also the percent sign and spaces.
  if (part === 'host' && code < 0x80 && written !== '%25') throw wrongEscape(written);
  if (part === 'zone' && written !== '%25' && character !== ' ' && !isPlain(character, 'host')) {
    throw wrongEscape(written);
  }
  return character;
}

function wrongEscape(written: string): UrlError {
  return new UrlError(`invalid URL escape ${goQuote(fromBytes(written))}`);
}

export function escapePart(bytes: string, part: UrlPart): string {
  return Array.from(bytes, (character) =>
    isPlain(character, part) ? character : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** Whether the text is a valid encoding, even if escaping would produce another one. */
export function isValidEscaped(bytes: string): boolean {
  return /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/.test(bytes);
}
