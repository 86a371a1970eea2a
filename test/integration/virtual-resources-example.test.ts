import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

const program = fileURLToPath(new URL('../../examples/virtual-resources/processes.mjs', import.meta.url));

/** Rows below the head. A watch prints a row for each event. */
const rowsOf = (text: string): number => text.trimEnd().split('\n').length - 1;

test('kubectl gets, watches, describes and deletes the processes of the machine', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  const example = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const env = { ...process.env, KUBECONFIG: join(directory, 'kubeconfig') };
  const kubectl = async (...args: string[]) => (await promisify(execFile)('kubectl', args, { env })).stdout;
  try {
    await once(example.stdout, 'data');
    const pid = String(victim.pid);
    // Node.js 24 calls itself MainThread.
    expect(await kubectl('get', 'ps', pid)).toMatch(
      new RegExp(`^PID +USER +COMMAND\\n${pid} +\\S+ +.*(?:node|MainThread)`),
    );
    const { spec } = JSON.parse(await kubectl('get', 'ps', pid, '-o', 'json'));
    expect(spec.parent).toBe(process.pid);
    const own = await kubectl('get', 'processes', '--field-selector', `spec.user=${spec.user}`, '-o', 'name');
    expect(own.split('\n')).toContain(`process.machine.example.com/${pid}`);
    expect(await kubectl('describe', 'process', pid)).toContain(`Parent:   ${process.pid}`);
    const watch = spawn('kubectl', ['get', 'ps', '--field-selector', `metadata.name=${pid}`, '--watch'], { env });
    let watched = '';
    watch.stdout.on('data', (text) => {
      watched += text;
    });
    await vi.waitFor(() => expect(rowsOf(watched)).toBe(1), { timeout: 30_000 });
    const ended = once(victim, 'exit');
    await kubectl('delete', 'process', pid, '--wait=false');
    expect((await ended)[1]).toBe('SIGTERM');
    await vi.waitFor(() => expect(rowsOf(watched)).toBe(2), { timeout: 30_000 });
    watch.kill();
  } finally {
    victim.kill();
    const exit = once(example, 'exit');
    example.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    rmSync(directory, { recursive: true });
  }
});
