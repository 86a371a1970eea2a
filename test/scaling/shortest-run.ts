import { performance } from 'node:perf_hooks';
import { mean, measureSlowness, startStopwatch } from '../support/machine-speed.js';

/** The shortest of several runs in milliseconds of CPU time of a usual machine, to minimise the influence of other load. */
export function shortestRun(run: () => unknown): number {
  const before = measureSlowness();
  let shortest = Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let runs = 0; runs < 3 || (runs < 10 && performance.now() - began < 3); runs++) {
    const elapsed = startStopwatch();
    run();
    shortest = Math.min(shortest, elapsed().cpu);
    if (performance.now() - began > 500) break;
  }
  return shortest / mean(before.cpu, measureSlowness().cpu);
}
