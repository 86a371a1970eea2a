import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

const checkMilliseconds = 250;
/** By then a server has started: what its start leaves behind is not worth a larger heap. */
const firstCheckMilliseconds = 2000;
/** Of the time of a check interval. */
const [busyUtilization, idleUtilization] = [0.5, 0.02];
/** How many idle checks in a row the collections wait for. */
const idleChecks = { minor: 20, major: 40 };
/** V8 rounds down a little. */
const mostSemiSpaceBytes = 15 << 20;
/** Collecting a larger heap takes too long: requests may arrive meanwhile. */
const mostCollectedBytes = 64 << 20;

export interface HeapByLoadOptions {
  readonly clock?: Pick<Clock, 'after'>;
  /** The share of the time since the last call in which the event loop was busy. */
  readonly utilization?: () => number;
}

/**
 * Sizes V8's heap by the load of the process. V8 lets its young generation grow when objects survive, such as those
 * that a start creates, and mostly keeps it then. Here it does not grow during the start, and later up to two
 * semi-spaces of 16 MB, which are enough also where Node.js allows more (docs/scaling.md). Once the process is idle, garbage
 * is collected, and the young generation shrinks; V8 itself would wait for the next allocation. V8 fixes the limits of
 * its heap when the process starts, but reads the growth factor at each growth. A size from the command line of Node.js
 * takes precedence.
 */
export function sizeHeapByLoad({ clock = systemClock, utilization = meter() }: HeapByLoadOptions = {}): void {
  if (isSizedByUser()) return;
  let idle = 0;
  // The start was a load, too.
  let isCollected = false;
  letYoungGenerationGrow(false);
  // Unknown until the first check: loading/load-bundle.ts sets the default shortly before.
  let mayGrow: boolean | undefined;
  const check = (): void => {
    const busy = utilization();
    const mayGrowNow = semiSpaceBytes() < mostSemiSpaceBytes;
    if (mayGrowNow !== mayGrow) letYoungGenerationGrow(mayGrowNow);
    mayGrow = mayGrowNow;
    idle = busy <= idleUtilization ? idle + 1 : 0;
    if (busy >= busyUtilization) isCollected = false;
    if (!isCollected && idle === idleChecks.minor) collectGarbage('minor');
    if (!isCollected && idle === idleChecks.major) {
      // V8 shrinks the young generation if little was allocated since the last collection.
      if (process.memoryUsage().heapUsed <= mostCollectedBytes) collectGarbage('major');
      isCollected = true;
    }
    clock.after(checkMilliseconds, check, { unref: true });
  };
  clock.after(firstCheckMilliseconds, check, { unref: true });
}

function meter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

function isSizedByUser(): boolean {
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''];
  return options.some((option) => /semi[-_]space/.test(option));
}

function letYoungGenerationGrow(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}

/** The capacity of one semi-space. */
function semiSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return space ? space.space_used_size + space.space_available_size : 0;
}

function collectGarbage(type: 'minor' | 'major'): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // V8 of Node.js 20 knows no other type.
  if (type === 'minor') collect({ type });
  else collect();
  setFlagsFromString('--no-expose-gc');
}
