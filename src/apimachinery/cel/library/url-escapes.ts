import { goQuote } from '../../meta/index.js';

/** A text that is no URL, with Go's words for it. */
export class UrlError extends Error {
  override readonly name = 'UrlError';
}

/** Where in a URL a text stands: each part has its own rules for what may be written as it is. */
export type UrlPart = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

const UNRESERVED = /[A-Za-z0-9\-_.~]/;

/** What each part may have besides letters, digits and `-_.~`. */
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

/** Texts are handled as bytes, one to a character. */
export function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Throws `UrlError` for a wrong escape, and for what a host name cannot have. */
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
  // Host names may escape only what is not ASCII; zones also the percent sign and spaces.
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

/** Whether the text may stand for itself, though escaping would have written it otherwise. */
export function isValidEscaped(bytes: string): boolean {
  return /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/.test(bytes);
}
