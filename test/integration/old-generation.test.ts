import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const limiter = new URL('../../dist/server/process/old-generation.js', import.meta.url).href;

/** Replaces objects that survive for a while, and prints the most memory in MB that the heap took. */
const script = `
  import { limitOldGeneration } from '${limiter}';

  if (process.argv[1] === 'limited') limitOldGeneration();
  const kept = [];
  let most = 0;
  for (let round = 0; round < 2000; round++) {
    kept[round % 200] = Array.from({ length: 2000 }, (_, index) => ({ index, list: [index] }));
    most = Math.max(most, process.memoryUsage().heapTotal / 2 ** 20);
  }
  console.log(most);
`;

function most(nodeArgs: readonly string[], ...args: string[]): number {
  const child = [...nodeArgs, '--input-type=module', '--eval', script, ...args];
  return Number(execFileSync(process.execPath, child, { encoding: 'utf8' }));
}

test('the old generation of a server with simulated nodes is collected when it has grown by half', () => {
  expect(most([], 'limited')).toBeLessThan(0.9 * most([]));
});

test('a size from the command line takes precedence', () => {
  expect(most(['--heap-growing-percent=300'], 'limited')).toBeGreaterThan(most([], 'limited'));
});
