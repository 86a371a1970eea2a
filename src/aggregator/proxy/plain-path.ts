/** Returns the path with normalized percent escapes, for the proxied request. */
export function plainPath(path: string): string {
  if (!path.includes('%')) return path;
  return encodeURI(decodeURIComponent(path)).replace(/[?#!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
