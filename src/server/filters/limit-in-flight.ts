import { tooManyRequests } from '../../apimachinery/status/index.js';
import type { LongRunningCheck, RequestInfo } from '../routing/index.js';
import type { Filter } from './filter.js';

export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
}

const readOnlyVerbs = new Set(['get', 'list', 'watch']);

/** How many requests are worked on at once; more are told to come back. Long-running ones are not counted. */
export function limitInFlight(limits: InFlightLimits, isLongRunning: LongRunningCheck): Filter {
  const counts = { readOnly: 0, mutating: 0 };
  return async (context, next) => {
    const { info } = context;
    if (isLongRunning(info)) return next();
    const kind = isReadOnly(info) ? 'readOnly' : 'mutating';
    if (counts[kind] >= limits[kind]) throw tooManyRequests('Too many requests, please try again later.', 1);
    counts[kind]++;
    try {
      return await next();
    } finally {
      counts[kind]--;
    }
  };
}

function isReadOnly({ verb }: RequestInfo): boolean {
  return readOnlyVerbs.has(verb);
}
