/**
 * One key of several parts. Different lists of parts never give the same key, whatever the parts contain: the length of each
 * stands before it. `npm run keys` looks for keys that are put together in other ways.
 */
export function compositeKey(...parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}
