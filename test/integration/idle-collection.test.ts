import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const collector = new URL('../../dist/server/process/idle-collection.js', import.meta.url).href;

/** Makes garbage, checks while the process is busy and while it is idle, and prints the heap in use in MB after each. */
const script = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { collectOnceIdle } from '${collector}';

  const checks = [];
  const used = () => process.memoryUsage().heapUsed / 2 ** 20;
  collectOnceIdle({ after: (_, check) => checks.push(check) });
  let garbage = Array.from({ length: 200_000 }, (_, index) => ({ index, list: [index] }));
  garbage = undefined;
  checks.shift()();
  const busy = used();
  for (let check = checks.shift(); check; check = checks.shift()) {
    await pause(200);
    check();
  }
  console.log(JSON.stringify({ busy, idle: used() }));
`;

test('garbage is collected once the process is idle, and not before', () => {
  const child = ['--input-type=module', '--eval', script];
  const { busy, idle } = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' }));
  expect(busy - idle).toBeGreaterThan(10);
});
