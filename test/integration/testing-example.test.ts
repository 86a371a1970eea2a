import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the example of a controller and its test passes', () => {
  const file = fileURLToPath(new URL('../../examples/testing/greeter.test.mjs', import.meta.url));
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8' });
  expect(output).toContain('# pass 2');
});
