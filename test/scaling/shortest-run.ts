import { performance } from 'node:perf_hooks';

/** The shortest of several runs in milliseconds of CPU time, to minimise the influence of other load. */
export function shortestRun(run: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let runs = 0; runs < 3 || (runs < 10 && performance.now() - began < 3); runs++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1000);
    if (performance.now() - began > 500) break;
  }
  return shortest;
}
