// Follows pkg/controller/replicaset/replica_set.go (v1.36)
import { settleSomeAtATime } from './settle-some-at-a-time.js';

/**
 * Calls so many times, in batches that double as long as none fails: if all must fail, few have been tried. Returns how
 * many succeeded, and the first error.
 */
export async function slowStart(
  count: number,
  call: (index: number) => Promise<void>,
): Promise<{ successes: number; error?: unknown }> {
  let successes = 0;
  for (let size = Math.min(count, 1); size > 0; size = Math.min(2 * size, count - successes)) {
    const start = successes;
    const results = await settleSomeAtATime(
      Array.from({ length: size }, (_, index) => start + index),
      call,
    );
    const failures = results.filter((result) => result.status === 'rejected');
    successes += size - failures.length;
    const [failure] = failures;
    if (failure) return { successes, error: failure.reason };
  }
  return { successes };
}
