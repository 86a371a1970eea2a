import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const sizing = new URL('../../dist/server/process/heap-by-load.js', import.meta.url).href;

/**
 * Objects survive for a while, under one load after another, with a check in each round. Prints the capacity of a semi-space in MB at the
 * end of each load.
 */
const script = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { sizeHeapByLoad } from '${sizing}';

  const loads = JSON.parse(process.argv[1]);
  const timers = [];
  let utilization = 0;
  const after = (_, check) => process.argv[2] === 'by load' && timers.push(check);
  if (process.argv[2] !== 'by V8') sizeHeapByLoad({ clock: { after }, utilization: () => utilization });
  const sizes = loads.map((load) => {
    utilization = load;
    const kept = [];
    for (let round = 0; round < 600; round++) {
      if (load > 0) kept[round % 30] = Array.from({ length: 2000 }, (_, index) => ({ index, list: [index] }));
      for (const check of timers.splice(0)) check();
    }
    const { space_used_size, space_available_size } = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    return { capacity: (space_used_size + space_available_size) / 2 ** 20, heap: process.memoryUsage().heapUsed / 2 ** 20 };
  });
  console.log(JSON.stringify(sizes));
`;

function sizes(
  loads: readonly number[],
  how: 'by load' | 'without checks' | 'by V8',
): { capacity: number; heap: number }[] {
  const child = ['--input-type=module', '--eval', script, JSON.stringify(loads), how];
  return JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' }));
}

test('the young generation grows to 16 MB at the most', () => {
  const [loaded] = sizes([1], 'by load');
  expect(loaded!.capacity).toBeGreaterThan(15);
  // V8 allocates a page or two beyond its target while it collects garbage.
  expect(loaded!.capacity).toBeLessThan(20);
});

test('it does not grow before the first check: garbage of a start is not worth a larger heap', () => {
  expect(sizes([1], 'without checks')[0]!.capacity).toBeLessThan(3);
  expect(sizes([1], 'by V8')[0]!.capacity).toBeGreaterThan(15);
});

test('an idle process collects the garbage of a load', () => {
  const [loaded, idle] = sizes([1, 0], 'by load');
  expect(idle!.heap).toBeLessThan(loaded!.heap / 2);
  const [, kept] = sizes([1, 0], 'by V8');
  expect(kept!.heap).toBeGreaterThan(idle!.heap * 1.5);
});
