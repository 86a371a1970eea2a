import { shouldYield, yieldToEventLoop } from './yielding.js';

/** More requests under way together would not be faster, and hold memory meanwhile. */
const maxConcurrent = 32;

/**
 * Calls for every item, some at a time, and resolves with the results in the order of the items. Rejects, without more
 * calls, when one has rejected. Yields to the event loop, which calls that are answered within this process do not.
 */
export async function someAtATime<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      while (shouldYield()) await yieldToEventLoop();
      if (next >= items.length) return;
      const index = next++;
      try {
        results[index] = await call(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, work));
  return results;
}
