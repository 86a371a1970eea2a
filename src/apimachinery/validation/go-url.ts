/** The relevant parts of a URL, as Go splits it. */
export interface GoUrl {
  readonly scheme: string;
  /** Undefined if there is no user info. */
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

/** A URL that cannot be parsed; the message is Go's. */
export class GoUrlError extends Error {
  override readonly name = 'GoUrlError';
}

const control = /[\x00-\x1f\x7f]/;
const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const badEscape = /%(?![0-9A-Fa-f]{2}).{0,2}/s;
const badHost = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/;

/** Parses a URL, which may be relative, with Go's quirks. Throws GoUrlError. */
export function parseGoUrl(text: string): GoUrl {
  if (control.test(text)) throw new GoUrlError('net/url: invalid control character in URL');
  const [beforeFragment, fragment] = cut(text, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  if (beforeQuery.startsWith(':')) throw new GoUrlError('missing protocol scheme');
  const scheme = schemePattern.exec(beforeQuery)?.[1] ?? '';
  const rest = scheme === '' ? beforeQuery : beforeQuery.slice(scheme.length + 1);
  if (scheme === '' && /^[^/]*:/.test(rest)) throw new GoUrlError('first path segment in URL cannot contain colon');
  const authority = /^\/\/([^/]*)/.exec(rest)?.[1] ?? '';
  const userEnd = authority.lastIndexOf('@');
  const host = authority.slice(userEnd + 1);
  checkEscapes(rest);
  checkHost(host);
  return {
    scheme: scheme.toLowerCase(),
    user: userEnd < 0 ? undefined : authority.slice(0, userEnd),
    host,
    query,
    fragment,
  };
}

function cut(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function checkEscapes(text: string): void {
  const bad = badEscape.exec(text);
  if (bad) throw new GoUrlError(`invalid URL escape ${JSON.stringify(bad[0])}`);
}

function checkHost(host: string): void {
  const bad = badHost.exec(host);
  if (bad) throw new GoUrlError(`invalid character ${JSON.stringify(bad[0])} in host name`);
  if (host.startsWith('[') && !host.includes(']')) throw new GoUrlError("missing ']' in host");
  const port = /:[^:\]]*$/.exec(host)?.[0] ?? '';
  if (!/^(?::[0-9]*)?$/.test(port)) throw new GoUrlError(`invalid port ${JSON.stringify(port)} after host`);
}
