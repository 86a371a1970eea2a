/**
 * The tokens of a JSON pointer (RFC 6901): none for the whole document, undefined where it is no pointer. As upstream,
 * whatever is before the first slash is left out.
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  const start = pointer.indexOf('/');
  if (start < 0) return undefined;
  const tokens = pointer.slice(start + 1).split('/');
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Other escapes than `~0` and `~1` stay as they are, as upstream. */
function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'));
}

/** The index of a list item, as upstream reads it: an integer, below zero to count from the end; undefined for anything else. */
export function parseIndex(token: string): number | undefined {
  return /^[+-]?[0-9]{1,15}$/.test(token) ? Number(token) : undefined;
}
