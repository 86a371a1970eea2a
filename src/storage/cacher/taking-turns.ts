const turnMilliseconds = 10;

/** Visits items one by one; where that takes long, others have their turn in between. */
export async function takingTurns<Item>(
  items: readonly Item[],
  visit: (item: Item) => void,
  { itemsBetweenLooks = 16 }: { /** Fewer for items that take long by themselves. */ itemsBetweenLooks?: number } = {},
): Promise<void> {
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    visit(item);
    if (index % itemsBetweenLooks !== 0 || performance.now() - began < turnMilliseconds) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
