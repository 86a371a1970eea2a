/** The tokens of a JSON pointer (RFC 6901): none for the whole document, undefined where it is no pointer. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Other escapes than `~0` and `~1` stay as they are, as upstream. */
function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'));
}

/** The index of a list item: digits without leading zeros; undefined for anything else. */
export function parseIndex(token: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : undefined;
}
