import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const limiter = new URL('../../dist/server/process/young-generation.js', import.meta.url).href;

/** Fills the heap with objects that survive, and prints the capacity of a semi-space in MB, with and without the limit. */
const script = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { limitYoungGeneration } from '${limiter}';

  const timers = [];
  if (process.argv[1] === 'limited') limitYoungGeneration({ after: (_, check) => timers.push(check) });
  const kept = [];
  let most = 0;
  for (let round = 0; round < 600; round++) {
    kept[round % 100] = Array.from({ length: 2000 }, (_, index) => ({ index, list: [index] }));
    const { space_used_size, space_available_size } = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    most = Math.max(most, (space_used_size + space_available_size) / 2 ** 20);
    for (const check of timers.splice(0)) check();
  }
  console.log(JSON.stringify({ most, isDone: timers.length === 0 }));
`;

function grown(...args: string[]): { most: number; isDone: boolean } {
  const child = [...['--input-type=module', '--eval', script], ...args];
  return JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' }));
}

test('the young generation of a server stops growing at 16 MB', () => {
  const { most, isDone } = grown('limited');
  expect(isDone).toBe(true);
  expect(most).toBeGreaterThan(15);
  // V8 allocates a page or two beyond its target while it collects garbage.
  expect(most).toBeLessThan(20);
  expect(grown().most).toBeGreaterThan(15);
});
