const shownItems = 3;

/** The first three, and how many more there are; `<unset>` for none. */
export function listWithMore(items: readonly (string | number)[]): string {
  const shown = items.slice(0, shownItems).join(',');
  if (items.length > shownItems) return `${shown} + ${items.length - shownItems} more...`;
  return shown === '' ? '<unset>' : shown;
}
