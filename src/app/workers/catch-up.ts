import { nextIteration, systemClock } from '../../apimachinery/clock/index.js';
import type { Filter } from '../../server/filters/index.js';
import type { ReplicaStorage } from '../../storage/embedded/replication/index.js';

/**
 * In a worker: a request is served when the caches have seen every write that was acknowledged before it, by any
 * process. So a client does not notice that its connections lead to different ones: the definition that it has created
 * is served, the role that it has bound is effective.
 */
export function catchUp(replica: () => ReplicaStorage | undefined): Filter {
  return {
    name: 'catchUp',
    handle: (_context, next) => {
      const storage = replica();
      if (!storage || storage.isCurrent) return next();
      // What the arrival of a change sets off, down to the informers, happens before the next iteration.
      return storage
        .current()
        .then(() => nextIteration(systemClock))
        .then(next);
    },
  };
}

/** Adds it where its errors become responses. */
export function withCatchUp(defaults: readonly Filter[], filter: Filter): readonly Filter[] {
  const position = defaults.findIndex(({ name }) => name === 'authenticate');
  return [...defaults.slice(0, position), filter, ...defaults.slice(position)];
}
