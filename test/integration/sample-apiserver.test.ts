import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../examples/sample-apiserver/server.mjs', import.meta.url));

test('the sample API server runs on the public exports alone, and ends when it is told to', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  const child = spawn(process.execPath, [program, '--data-dir', directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  expect(String(line)).toBe(`export KUBECONFIG=${directory}/kubeconfig\n`);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  rmSync(directory, { recursive: true });
});
