// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/default.go (v1.36)

const letter = '[a-zA-Z0-9\\p{S}\\p{L}]';
/** Created on first use: it takes a millisecond. */
let hostname: RegExp | undefined;

/** RFC 1034 names, including symbols and letters of any script; labels of at most 63 bytes, 255 in total. */
export function isHostname(text: string): boolean {
  if (text.length > 255 || Buffer.byteLength(text) > 255) return false;
  hostname ??= new RegExp(
    `^(?:${letter}(?:-?${letter}{0,62})?|(?:${letter}(?:[a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}${letter})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
    'u',
  );
  if (!hostname.test(text)) return false;
  return text.split('.').every((label) => Buffer.byteLength(label) <= 63);
}

export function isShortName(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

export function isLongName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part));
}

/** Standard base64 with padding; an empty text is invalid. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

const atom = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\u{10ffff}]+";
const quoted = '"(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*"';
const address = `(?:${atom}(?:\\.${atom})*|${quoted})@(?:${atom}(?:\\.${atom})*|\\[[^\\[\\]\\\\\\r\\n]*\\])`;
const bareAddress = new RegExp(`^[ \\t]*${address}[ \\t]*(?:\\([^()\\\\]*\\)[ \\t]*)?$`, 'u');
const namedAddress = new RegExp(`^(?:[^"<>]|${quoted})*<${address}>[ \\t]*$`, 'u');
const longestEmail = 2000;

/** An RFC 5322 address (`a@example.com`), optionally with a display name (`A <a@example.com>`). */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && (bareAddress.test(text) || namedAddress.test(text));
}

/** An absolute URI or an absolute path, as in an HTTP request line. */
export function isRequestUri(text: string): boolean {
  if (text === '*') return true;
  if (text === '' || /[\x00-\x1f\x7f]/.test(text) || text.startsWith(':')) return false;
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(text)?.[0] ?? '';
  const [rest = ''] = text.slice(scheme.length).split('?', 1);
  if (!rest.startsWith('/')) return scheme !== '';
  if (scheme === '' || !rest.startsWith('//')) return hasValidEscapes(rest);
  const pathBegin = rest.indexOf('/', 2);
  const authority = pathBegin < 0 ? rest.slice(2) : rest.slice(2, pathBegin);
  return isAuthority(authority) && hasValidEscapes(pathBegin < 0 ? '' : rest.slice(pathBegin));
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !/^(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*$/.test(authority.slice(0, at))) return false;
  const host = authority.slice(at + 1);
  if (host.startsWith('[')) return /^\[[^\]\s]*\](?::[0-9]*)?$/.test(host);
  return /^(?:[^\x00-\x20"%/<>?@[\\\]^`{|}\x7f:#]|["<>]|%(?:25|[89a-fA-F][0-9a-fA-F]))*(?::[0-9]*)?$/.test(host);
}

function hasValidEscapes(path: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(path);
}
