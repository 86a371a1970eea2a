import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each<[example: string, file: string, tests: number]>([
  ['a controller and its test', 'greeter', 2],
  ['a bug that a fault shows', 'lost-update', 3],
])('the example of %s passes', (_example, name, tests) => {
  const file = fileURLToPath(new URL(`../../examples/testing/${name}.test.mjs`, import.meta.url));
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8' });
  expect(output).toContain(`# pass ${tests}`);
});
