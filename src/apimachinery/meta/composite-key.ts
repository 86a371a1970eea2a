/**
 * Combines several parts into one key. Different lists of parts never produce the same key, whatever the parts contain:
 * each is prefixed with its length. `npm run keys` looks for keys that are built in other ways.
 */
export function compositeKey(...parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}
