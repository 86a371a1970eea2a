const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const mediaTypePattern = new RegExp(`^\\s*(${token}(?:/${token})?)\\s*((?:;[^]*)?)$`);
const parameterPattern = new RegExp(`^\\s*;\\s*${token}\\s*=\\s*(?:${token}|${quoted})`);

/** Returns the media type of a Content-Type header, in lower case without parameters; undefined if it is malformed. */
export function parseMediaType(contentType: string): string | undefined {
  const match = mediaTypePattern.exec(contentType);
  if (match === null) return undefined;
  let rest = match[2] ?? '';
  while (!/^\s*(?:;\s*)?$/.test(rest)) {
    const parameter = parameterPattern.exec(rest);
    if (parameter === null) return undefined;
    rest = rest.slice(parameter[0].length);
  }
  return match[1]?.toLowerCase();
}
