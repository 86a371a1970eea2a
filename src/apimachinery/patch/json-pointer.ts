// Follows vendor/gopkg.in/evanphx/json-patch.v4/patch.go (v1.36)

/**
 * Returns the tokens of a JSON pointer (RFC 6901): none for the whole document, undefined if it is invalid. As
 * upstream, anything before the first slash is ignored.
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  const start = pointer.indexOf('/');
  if (start < 0) return undefined;
  const tokens = pointer.slice(start + 1).split('/');
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Escapes other than `~0` and `~1` are left unchanged, as upstream. */
function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'));
}

/** Parses a list index like upstream: an integer, negative to count from the end; undefined for anything else. */
export function parseIndex(token: string): number | undefined {
  return /^[+-]?[0-9]{1,15}$/.test(token) ? Number(token) : undefined;
}
