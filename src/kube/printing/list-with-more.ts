// Follows pkg/printers/internalversion/printers.go (v1.36)

const shownItems = 3;

/** The first three items, and the number of others; `<unset>` if empty. */
export function listWithMore(items: readonly (string | number)[]): string {
  const shown = items.slice(0, shownItems).join(',');
  if (items.length > shownItems) return `${shown} + ${items.length - shownItems} more...`;
  return shown === '' ? '<unset>' : shown;
}
