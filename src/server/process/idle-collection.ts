import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

const checkMilliseconds = 5000;
const idleUtilization = 0.02;
/** A larger heap takes too long to collect while requests may arrive. */
const mostHeapBytes = 64 << 20;

/**
 * Collects garbage once, as soon as the process has had next to nothing to do for some seconds. V8 collects when memory is allocated:
 * an idle server would keep the garbage of its start, and a young generation that has grown with it.
 */
export function collectOnceIdle(clock: Pick<Clock, 'after'> = systemClock): void {
  let last = performance.eventLoopUtilization();
  const check = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (process.memoryUsage().heapUsed > mostHeapBytes) return;
    if (utilization > idleUtilization) clock.after(checkMilliseconds, check, { unref: true });
    else collectGarbage();
  };
  clock.after(checkMilliseconds, check, { unref: true });
}

/** By now, the code that V8 has compiled is kept (loading/load-bundle.ts): it rejects code that was made with other flags. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--no-expose-gc');
}
