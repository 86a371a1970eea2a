/** Like `map`, but returns the same array if `change` returns every item unchanged, which is the common case. */
export function mapChanged<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  let changed: Item[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const before = items[index] as Item;
    const after = change(before);
    if (changed) changed.push(after);
    else if (after !== before) {
      changed = items.slice(0, index);
      changed.push(after);
    }
  }
  return changed ?? items;
}
