// Runs everything that the README of the sample API server shows on a console, in order, with the server of `npm start`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalized, Shell, stepsOf } from './readme.test.support.js';

const sample = fileURLToPath(new URL('../../examples/sample-apiserver', import.meta.url));
const readme = readFileSync(join(sample, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(sample, 'package.json'), 'utf8'));

const directory = mkdtempSync(join(tmpdir(), 'trestle-sample-'));
let server: ChildProcess;
let shell: Shell;

beforeAll(async () => {
  for (const folder of ['artifacts', 'dist']) symlinkSync(join(sample, folder), join(directory, folder));
  // It is built already.
  const [, start] = scripts.start.split('&& ');
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  server = spawn('bash', ['-c', `exec ${start} --secure-port=0`], { cwd: directory, stdio: [...stdio] });
  const [line] = await once(server.stdout!, 'data');
  expect(readme).toContain(String(line).trim());
  shell = new Shell(directory);
});

afterAll(async () => {
  await shell.close();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(directory, { recursive: true });
});

test.each(stepsOf(readme))('$command', async ({ command, output }) => {
  expect(normalized(await shell.run(command))).toEqual(normalized(output));
});
