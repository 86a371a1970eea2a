import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

/** What Node.js 20 stops at. V8 rounds down a little. */
const mostSemiSpaceBytes = 15 << 20;
const checkMilliseconds = 250;
/**
 * V8 rejects cached code that was made with other flags: by then, the code of this process has been kept
 * (loading/load-bundle.ts).
 */
const firstCheckMilliseconds = 2000;

/**
 * Stops the growth of V8's young generation at two semi-spaces of 16 MB. Newer versions of Node.js double them once
 * more, which takes up memory and saves no CPU; smaller ones promote garbage to the old generation, which costs both
 * (docs/scaling.md). V8 fixes the maximum when the process starts, but reads the growth factor at each growth. A size
 * from the command line of Node.js takes precedence.
 */
export function limitYoungGeneration(clock: Pick<Clock, 'after'> = systemClock): void {
  if (isSizedByUser()) return;
  const check = (): void => {
    if (semiSpaceBytes() >= mostSemiSpaceBytes) setFlagsFromString('--semi-space-growth-factor=1');
    else clock.after(checkMilliseconds, check, { unref: true });
  };
  clock.after(firstCheckMilliseconds, check, { unref: true });
}

function isSizedByUser(): boolean {
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''];
  return options.some((option) => /semi[-_]space/.test(option));
}

/** The capacity of one semi-space. */
function semiSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return space ? space.space_used_size + space.space_available_size : 0;
}
