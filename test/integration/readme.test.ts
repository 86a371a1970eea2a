// Runs everything that the README shows on a console, in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { normalized, Shell, stepsOf } from './readme.test.support.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
let server: ReturnType<typeof spawn>;
let shell: Shell;
/** Of the sample API server, which listens on 8443 in the README. */
let port: number;

beforeAll(async () => {
  symlinkSync(join(root, 'examples'), join(directory, 'examples'));
  server = spawn(process.execPath, [join(root, 'lib/app/main.js'), '--secure-port=0', '--simulate-nodes=3'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout!, 'data');
  port = await freePort();
  shell = new Shell(directory);
  await shell.run(
    'until kubectl --kubeconfig .trestle/admin.kubeconfig get --raw=/readyz > /dev/null 2>&1; do :; done',
  );
});

afterAll(async () => {
  await shell.close();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(directory, { recursive: true });
});

const steps = stepsOf(readme);

test('there is something to run', () => {
  expect(steps.length).toBeGreaterThan(10);
});

test.each(steps)('$command', async ({ command, output }) => {
  const received = await shell.run(withPort(command), { isSilent: output === '' });
  // A server that is not reachable when it is first probed is probed less and less often.
  if (command.includes('--secure-port')) {
    await shell.run(`until (exec 3<> /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.1; done`);
  }
  expect(normalized(received)).toEqual(normalized(output));
});

function withPort(command: string): string {
  const manifest = /-f (\S+\/loopback\/\S+)/.exec(command)?.[1];
  if (manifest) return `sed s/8443/${port}/ ${manifest} | ${command.replace(manifest, '-')}`;
  return command.replace('8443', String(port));
}
