/** The path as servers behind get it: with the same meaning, but escaped in one way only. */
export function plainPath(path: string): string {
  if (!path.includes('%')) return path;
  return encodeURI(decodeURIComponent(path)).replace(/[?#!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
