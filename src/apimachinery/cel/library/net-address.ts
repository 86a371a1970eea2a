import { clipText, goQuote } from '../../meta/index.js';
import type { Cidr, IpAddress } from '../../validation/index.js';

/** An invalid address, with Go's message. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

export interface ZonedAddress extends IpAddress {
  readonly zone: string;
}

/** Parses an address as strictly as Go's netip. Throws `AddressError`. */
export function parseAddress(text: string): ZonedAddress {
  const reader = new AddressReader(text);
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return { groups: [0, 0, 0, 0, 0, 0xffff, ...reader.readIpv4(text)], isIpv4Text: true, ...PLAIN };
    case ':':
      return reader.readIpv6();
    case '%':
      throw reader.error('missing IPv6 address');
    default:
      throw reader.error('unable to parse IP');
  }
}

const PLAIN = { hasLeadingZeros: false, zone: '' };

class AddressReader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** `at` is the rest of the text from the error's position. */
  error(problem: string, at?: string): AddressError {
    const place = at === undefined ? '' : ` (at ${shown(at)})`;
    return new AddressError(`ParseAddr(${shown(this.#text)}): ${problem}${place}`);
  }

  /** The two 16-bit groups of a dotted-decimal address. */
  readIpv4(part: string): [number, number] {
    const octets: number[] = [];
    let rest = part;
    for (;;) {
      const digits = /^[0-9]*/.exec(rest)![0];
      this.#checkOctet(digits);
      const after = rest.slice(digits.length);
      if (after !== '' && !after.startsWith('.')) throw this.error('unexpected character', after);
      // A dot must be between digits; otherwise the error is at the dot.
      if (digits === '') throw this.error('IPv4 field must have at least one digit', after === '' ? '.' : after);
      if (after === '.') throw this.error('IPv4 field must have at least one digit', '.');
      if (after !== '' && octets.length === 3) throw this.error('IPv4 address too long');
      octets.push(Number(digits));
      if (after === '') break;
      rest = after.slice(1);
    }
    if (octets.length < 4) throw this.error('IPv4 address too short');
    return [octets[0]! * 256 + octets[1]!, octets[2]! * 256 + octets[3]!];
  }

  #checkOctet(digits: string): void {
    if (/^0[0-9]/.test(digits)) throw this.error('IPv4 field has octet with leading zero');
    if (digits.length > 3 || Number(digits) > 255) throw this.error('IPv4 field has value >255');
  }

  readIpv6(): ZonedAddress {
    const percent = this.#text.indexOf('%');
    const zone = percent < 0 ? '' : this.#text.slice(percent + 1);
    if (percent >= 0 && zone === '') throw this.error('zone must be a non-empty string');
    const { groups, gap } = this.#readGroups(percent < 0 ? this.#text : this.#text.slice(0, percent));
    const missing = 8 - groups.length;
    if (gap === undefined && missing > 0) throw this.error('address string too short');
    if (gap !== undefined && missing === 0) throw this.error('the :: must expand to at least one field of zeros');
    return {
      groups: groups.toSpliced(gap ?? 0, 0, ...new Array<number>(missing).fill(0)),
      isIpv4Text: false,
      ...PLAIN,
      zone,
    };
  }

  /** The groups as written, and the index of the group that follows `::`. */
  #readGroups(part: string): { groups: number[]; gap: number | undefined } {
    const groups: number[] = [];
    let gap: number | undefined = part.startsWith('::') ? 0 : undefined;
    let rest = gap === 0 ? part.slice(2) : part;
    while (rest !== '' || (groups.length === 0 && gap === undefined)) {
      if (groups.length === 8) throw this.error('trailing garbage after address', rest);
      const digits = this.#hexDigits(rest);
      if (rest[digits.length] === '.') {
        groups.push(...this.#embeddedIpv4(rest, { before: groups.length, hasGap: gap !== undefined }));
        break;
      }
      groups.push(Number.parseInt(digits, 16));
      rest = this.#afterGroup(rest.slice(digits.length));
      if (!rest.startsWith(':')) continue;
      if (gap !== undefined) throw this.error('multiple :: in address', rest);
      gap = groups.length;
      rest = rest.slice(1);
    }
    return { groups, gap };
  }

  #hexDigits(rest: string): string {
    const digits = /^[0-9a-fA-F]*/.exec(rest)![0];
    if (digits === '') throw this.error('each colon-separated field must have at least one digit', rest);
    if (digits.length > 4) throw this.error('each group must have 4 or less digits', rest);
    return digits;
  }

  /** The text after the colon that follows a group. */
  #afterGroup(rest: string): string {
    if (rest === '') return '';
    if (!rest.startsWith(':')) throw this.error('unexpected character, want colon', rest);
    if (rest === ':') throw this.error('colon must be followed by more characters', rest);
    return rest.slice(1);
  }

  #embeddedIpv4(rest: string, { before, hasGap }: { before: number; hasGap: boolean }): [number, number] {
    if (!hasGap && before !== 6) {
      throw this.error('embedded IPv4 address must replace the final 2 fields of the address', rest);
    }
    if (before > 6) throw this.error('too many hex fields to fit an embedded IPv4 at the end of the address', rest);
    return this.readIpv4(rest);
  }
}

/** Parses an address, a slash and a prefix length as strictly as Go's netip. Throws `AddressError`. */
export function parsePrefix(text: string): Cidr {
  const wrong = (problem: string) => new AddressError(`netip.ParsePrefix(${shown(text)}): ${problem}`);
  const slash = text.lastIndexOf('/');
  if (slash < 0) throw wrong("no '/'");
  const address = addressOfPrefix(text.slice(0, slash), wrong);
  if (address.zone !== '') throw wrong('IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  if (!/^(?:0|[1-9][0-9]{0,17})$/.test(bits)) throw wrong(`bad bits after slash: ${shown(bits)}`);
  if (Number(bits) > (address.isIpv4Text ? 32 : 128)) throw wrong('prefix length out of range');
  return { address, prefixLength: Number(bits), hasLeadingZeros: false };
}

function addressOfPrefix(text: string, wrong: (problem: string) => AddressError): ZonedAddress {
  try {
    return parseAddress(text);
  } catch (thrown) {
    throw thrown instanceof AddressError ? wrong(thrown.message) : thrown;
  }
}

/** Longer than any address: how much of an invalid text is shown. */
const longestShown = 256;

function shown(text: string): string {
  return goQuote(clipText(text, longestShown));
}
