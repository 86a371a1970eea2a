// Measures time in units of the machine's speed at that moment, so that limits mean the same on a slow or busy machine.
import { performance } from 'node:perf_hooks';

/** The time of the reference work on a machine of two cores at 2.6 GHz that does nothing else. */
const usualMilliseconds = 1.1;
/** Until the reference work is compiled. */
const warmUpRuns = 40;

/** Times divided by those of a usual machine; at least 1, so that limits are no stricter on a faster one. */
export interface Slowness {
  /** A slow processor, or one whose caches and clock others use as well. */
  readonly cpu: number;
  /** In addition, processes that wait for a processor. */
  readonly wall: number;
}

export interface Elapsed {
  /** CPU milliseconds of this process. */
  readonly cpu: number;
  readonly wall: number;
}

const reference = Array.from({ length: 1500 }, (_, index) => ({ name: `item-${index}`, list: [index, 'x', null] }));
const document = JSON.stringify(reference);
let isCompiled = false;
/** Kept, so that the work cannot be optimised away. */
let checksum = 0;

/** Allocates, calls into the engine, and scans a text: what parsers and validators do. */
function referenceWork(): void {
  const text = JSON.stringify(JSON.parse(document));
  for (let at = 0; at < text.length; at++) checksum = (checksum * 31 + text.charCodeAt(at)) | 0;
}

/** Takes a few milliseconds. */
export function measureSlowness(runs = 4): Slowness {
  if (!isCompiled) for (let run = 0; run < warmUpRuns; run++) referenceWork();
  isCompiled = true;
  const elapsed = startStopwatch();
  for (let run = 0; run < runs; run++) referenceWork();
  const { cpu, wall } = elapsed();
  const usual = runs * usualMilliseconds;
  return { cpu: Math.max(1, cpu / usual), wall: Math.max(1, wall / usual) };
}

/** Returns a function that returns the time since the call. */
export function startStopwatch(): () => Elapsed {
  const [began, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const wall = performance.now() - began;
    const { user, system } = process.cpuUsage(processor);
    // Other threads of this process count as well, such as those of the garbage collector.
    return { wall, cpu: Math.min(wall, (user + system) / 1000) };
  };
}

/** The CPU milliseconds of work on a usual machine. Time that it waits does not count. */
export async function workMilliseconds(work: () => unknown): Promise<number> {
  const before = measureSlowness();
  const elapsed = startStopwatch();
  await work();
  const { cpu } = elapsed();
  return cpu / mean(before.cpu, measureSlowness().cpu);
}

/** The milliseconds until work is done on a usual machine that does nothing else. */
export async function waitMilliseconds(work: () => unknown): Promise<number> {
  const before = measureSlowness(20);
  const elapsed = startStopwatch();
  await work();
  const { wall } = elapsed();
  return wall / mean(before.wall, measureSlowness(20).wall);
}

/** Of the slowness before and after what is measured. */
export function mean(before: number, after: number): number {
  return (before + after) / 2;
}
