// Follows pkg/controller/replicaset/replica_set.go (v1.36)

import { someAtATime } from '../../apimachinery/event-loop/index.js';

/** Calls for every item, some at a time, and resolves with the results in the order of the items. */
export function settleSomeAtATime<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  return someAtATime(items, async (item) => {
    const [result] = await Promise.allSettled([call(item)]);
    return result;
  });
}
