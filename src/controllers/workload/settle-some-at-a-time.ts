// Follows pkg/controller/replicaset/replica_set.go (v1.36)
/** Requests of one controller that are under way together: more would not be faster, and hold memory meanwhile. */
const maxConcurrent = 32;

/** Calls for every item, and resolves with the results in the order of the items. */
export async function settleSomeAtATime<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      const [result] = await Promise.allSettled([call(items[index] as Item)]);
      results[index] = result as PromiseSettledResult<Result>;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, work));
  return results;
}
