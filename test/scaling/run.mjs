// npm run scaling: the scaling suite with all sizes and families of inputs.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = [vitest, 'run', 'test/scaling', '--testTimeout', '600000', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, SCALING: 'full' } });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
