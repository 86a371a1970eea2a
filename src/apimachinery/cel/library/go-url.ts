import { goQuote } from '../../meta/index.js';
import { AddressError, parseAddress } from './net-address.js';
import { escapePart, fromBytes, isValidEscaped, toBytes, UrlError, unescapePart } from './url-escapes.js';

/** A URL as parsed by Go's net/url. Its parts are byte strings: one byte per character. */
interface SplitUrl {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly rawPath: string;
  readonly path: string;
  readonly query: string;
  readonly hasQuery: boolean;
  readonly fragment: string;
}

export class GoUrl {
  readonly #parts: SplitUrl;

  private constructor(parts: SplitUrl) {
    this.#parts = parts;
  }

  /** An absolute URI or an absolute path, with or without a fragment. Throws `UrlError`. */
  static parse(text: string): GoUrl {
    checkRequestUri(text);
    const [beforeFragment, fragment] = cut(toBytes(text), '#');
    return new GoUrl({
      ...within(fromBytes(beforeFragment), () => readParts(beforeFragment, false)),
      fragment: within(text, () => unescapePart(fragment, 'fragment')),
    });
  }

  get scheme(): string {
    return this.#parts.scheme;
  }

  /** Includes the port, if there is one. */
  get host(): string {
    return fromBytes(this.#parts.host);
  }

  /** IPv6 addresses without brackets. */
  get hostname(): string {
    const { host } = this.#parts;
    const name = host.slice(0, host.length - this.#portSuffix().length);
    return fromBytes(name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name);
  }

  get port(): string {
    return this.#portSuffix().slice(1);
  }

  #portSuffix(): string {
    return /:[0-9]*$/.exec(this.#parts.host)?.[0] ?? '';
  }

  get escapedPath(): string {
    const { rawPath, path } = this.#parts;
    if (isValidEscaped(rawPath)) return rawPath;
    return path === '*' ? '*' : escapePart(path, 'path');
  }

  /** Values by key, in order of occurrence. Entries with invalid escapes are omitted. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const values = new Map<string, string[]>();
    for (const pair of this.#parts.query.split('&')) {
      const read = readPair(pair);
      if (!read) continue;
      const known = values.get(read[0]);
      if (known) known.push(read[1]);
      else values.set(read[0], [read[1]]);
    }
    return values;
  }

  equals(other: GoUrl): boolean {
    return this === other || this.#key() === other.#key();
  }

  #key(): string {
    const { scheme, opaque, user, host, query, hasQuery, fragment } = this.#parts;
    return JSON.stringify([scheme, opaque, user, host, this.escapedPath, query, hasQuery, fragment]);
  }
}

/** Checks that it is an absolute URI or an absolute path; a `#` belongs to the path or the query. Throws `UrlError`. */
export function checkRequestUri(text: string): void {
  within(text, () => readParts(toBytes(text), true));
}

function within<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof UrlError) throw new UrlError(`parse ${goQuote(text)}: ${thrown.message}`);
    throw thrown;
  }
}

function readPair(pair: string): [string, string] | undefined {
  if (pair === '' || pair.includes(';')) return undefined;
  const [key, value] = cut(pair, '=');
  try {
    return [fromBytes(unescapePart(key, 'query')), fromBytes(unescapePart(value, 'query'))];
  } catch (thrown) {
    if (thrown instanceof UrlError) return undefined;
    throw thrown;
  }
}

function readParts(bytes: string, isRequest: boolean): SplitUrl {
  if (/[\x00-\x1f\x7f]/.test(bytes)) throw new UrlError('net/url: invalid control character in URL');
  if (bytes === '' && isRequest) throw new UrlError('empty url');
  if (bytes === '*') return { ...EMPTY, rawPath: '*', path: '*' };
  const { scheme, rest } = readScheme(bytes);
  const [hierarchy, query] = cut(rest, '?');
  const common = { ...EMPTY, scheme, query, hasQuery: hierarchy.length < rest.length };
  if (!hierarchy.startsWith('/')) {
    if (scheme !== '') return { ...common, opaque: hierarchy };
    if (isRequest) throw new UrlError('invalid URI for request');
    if (cut(hierarchy, '/')[0].includes(':')) {
      throw new UrlError('first path segment in URL cannot contain colon');
    }
  }
  const hasAuthority = hierarchy.startsWith('//') && (scheme !== '' || (!isRequest && !hierarchy.startsWith('///')));
  if (!hasAuthority) return { ...common, ...readPath(hierarchy) };
  const [authority] = cut(hierarchy.slice(2), '/');
  return { ...common, ...readAuthority(authority), ...readPath(hierarchy.slice(2 + authority.length)) };
}

const EMPTY: SplitUrl = {
  scheme: '',
  opaque: '',
  user: undefined,
  host: '',
  rawPath: '',
  path: '',
  query: '',
  hasQuery: false,
  fragment: '',
};

function readScheme(bytes: string): { scheme: string; rest: string } {
  if (bytes.startsWith(':')) throw new UrlError('missing protocol scheme');
  const scheme = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(bytes)?.[1];
  if (scheme === undefined) return { scheme: '', rest: bytes };
  return { scheme: scheme.toLowerCase(), rest: bytes.slice(scheme.length + 1) };
}

function readPath(rawPath: string): Pick<SplitUrl, 'rawPath' | 'path'> {
  return { rawPath, path: unescapePart(rawPath, 'path') };
}

function readAuthority(authority: string): Pick<SplitUrl, 'user' | 'host'> {
  const at = authority.lastIndexOf('@');
  const host = readHost(authority.slice(at + 1));
  if (at < 0) return { user: undefined, host };
  const user = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo');
  const [name, password] = cut(user, ':');
  return {
    user: JSON.stringify([unescapePart(name, 'user'), unescapePart(password, 'user'), user.includes(':')]),
    host,
  };
}

function readHost(host: string): string {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) throw new UrlError('invalid IP-literal');
  if (bracket === 0) return readBracketedHost(host);
  const colon = host.indexOf(':');
  if (colon >= 0) checkPort(host.slice(colon));
  return unescapePart(host, 'host');
}

/** An IPv6 address in brackets; its zone starts with an escaped percent sign. */
function readBracketedHost(host: string): string {
  const end = host.lastIndexOf(']');
  if (end < 0) throw new UrlError("missing ']' in host");
  const port = host.slice(end + 1);
  checkPort(port);
  const inside = host.slice(1, end);
  const zone = inside.indexOf('%25');
  const address = unescapePart(zone < 0 ? inside : inside.slice(0, zone), 'host');
  const name = zone < 0 ? address : address + unescapePart(inside.slice(zone), 'zone');
  checkIpv6(fromBytes(name));
  return `[${name}]${port}`;
}

function checkIpv6(text: string): void {
  try {
    if (!parseAddress(text).isIpv4Text) return;
  } catch (thrown) {
    if (!(thrown instanceof AddressError)) throw thrown;
    throw new UrlError(`invalid host: ${thrown.message}`);
  }
  throw new UrlError('invalid IP-literal');
}

function checkPort(port: string): void {
  if (port !== '' && !/^:[0-9]*$/.test(port)) throw new UrlError(`invalid port ${goQuote(fromBytes(port))} after host`);
}

/** The text before and after the first separator; without one, the whole text and an empty one. */
function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
