/** A URL as parsed by Go's net/url. Strings hold bytes (latin1): pages and headers are rewritten without decoding. */
export interface GoUrl {
  scheme: string;
  /** The part after the scheme if it is not hierarchical, as in `mailto:a@b`. */
  readonly opaque: string;
  /** With the `@`, or empty. */
  readonly user: string;
  /** Including the port. */
  host: string;
  /** Decoded. */
  path: string;
  /** As received, with percent escapes. */
  readonly writtenPath: string;
  /** With the `?`, or empty. */
  readonly query: string;
  /** With the `#`, or empty. */
  readonly fragment: string;
}

/** Returns undefined if the text is not a valid URL. */
export function parseGoUrl(text: string): GoUrl | undefined {
  const [, beforeFragment = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(text) ?? [];
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(beforeFragment) ?? [];
  if (hasControls(text) || rest.startsWith(':') || decoded(fragment) === undefined) return undefined;
  const queryAt = rest.indexOf('?');
  const query = queryAt < 0 ? '' : rest.slice(queryAt);
  const hierarchy = queryAt < 0 ? rest : rest.slice(0, queryAt);
  const common = { scheme: scheme.toLowerCase(), query, fragment: fragment === '#' ? '' : fragment };
  const nothing = { opaque: '', user: '', host: '', path: '', writtenPath: '' };
  if (!hierarchy.startsWith('/') && scheme !== '') return { ...nothing, ...common, opaque: hierarchy };
  if (!hierarchy.startsWith('/') && /^[^/]*:/.test(hierarchy)) return undefined;
  const hasAuthority = hierarchy.startsWith('//') && (scheme !== '' || !hierarchy.startsWith('///'));
  const authority = hasAuthority ? /^[^/]*/.exec(hierarchy.slice(2))![0] : '';
  const writtenPath = hasAuthority ? hierarchy.slice(2 + authority.length) : hierarchy;
  const path = decoded(writtenPath);
  const [, user = '', host = ''] = /^(.*@)?([^@]*)$/s.exec(authority) ?? [];
  if (path === undefined || !/^(\[[^\]]*\]|[^:[\]]*)(:[0-9]*)?$/.test(host)) return undefined;
  return { ...nothing, ...common, user, host, path, writtenPath };
}

export function formatGoUrl(url: GoUrl): string {
  const { scheme, opaque, user, host, query, fragment } = url;
  const prefix = scheme === '' ? '' : `${scheme}:`;
  if (opaque !== '') return `${prefix}${opaque}${query}${fragment}`;
  const path = writtenPathOf(url);
  const hasAuthority = host !== '' || user !== '' || (scheme !== '' && path !== '');
  const authority = hasAuthority ? `//${user}${host}` : '';
  const separator = host !== '' && path !== '' && !path.startsWith('/') ? '/' : '';
  const relative = prefix === '' && authority === '' && /^[^/]*:/.test(path) ? './' : '';
  return `${prefix}${authority}${separator}${relative}${path}${query}${fragment}`;
}

/** The original escaped path if it is a valid encoding of the path, otherwise the default encoding. */
function writtenPathOf({ path, writtenPath }: GoUrl): string {
  const isValid = /^(?:[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]]|%[0-9A-Fa-f]{2})*$/.test(writtenPath);
  return isValid && decoded(writtenPath) === path ? writtenPath : escapePath(path);
}

/** Percent-encodes the bytes that Go escapes in paths. */
export function escapePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]/g, (byte) => {
    const code = byte.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}

/** Like Go's path.Join: without empty segments, `.`, `..` and a trailing slash. */
export function joinPath(...parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join('/');
  const kept: string[] = [];
  const isAbsolute = text.startsWith('/');
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isAbsolute) kept.push(segment);
  }
  const joined = `${isAbsolute ? '/' : ''}${kept.join('/')}`;
  return joined === '' && text !== '' ? '.' : joined;
}

function decoded(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
