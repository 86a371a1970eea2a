import { timeout } from '../../apimachinery/status/index.js';
import type { LongRunningCheck } from '../routing/index.js';
import type { Filter } from './filter.js';

/** A request that is not long-running is answered within this time, by a timeout if need be. */
export function enforceDeadline(milliseconds: number, isLongRunning: LongRunningCheck): Filter {
  return async (context, next) => {
    if (isLongRunning(context.info)) return next();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      const message = 'request did not complete within the allowed duration';
      timer = setTimeout(() => reject(timeout(message, 0)), milliseconds);
    });
    try {
      return await Promise.race([next(), deadline]);
    } finally {
      clearTimeout(timer);
    }
  };
}
