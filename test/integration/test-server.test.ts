import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

let program: ChildProcess;
let url: string;
beforeAll(async () => {
  const args = [path('lib/app/main.js'), 'test-server', '--exit-with-stdin'];
  program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(program.stdout!.setEncoding('utf8'), 'data')) as [string];
  url = line.trim();
});
afterAll(() => void program.kill('SIGKILL'));

const servers = async () => ((await (await fetch(`${url}/servers`)).json()) as { items: object[] }).items;

describe('trestle test-server exec', { timeout: 90_000 }, () => {
  const run = promisify(execFile);
  const exec = (...args: string[]) => run(process.execPath, [path('lib/app/main.js'), 'test-server', 'exec', ...args]);
  const shell = (script: string, ...flags: string[]) => exec(...flags, '--', 'sh', '-c', script);

  test('runs a command with a server that is gone afterwards', async () => {
    const { stdout } = await shell('echo $KUBECONFIG $TRESTLE_SERVER; kubectl get namespace default -o name');
    const [kubeconfig, server, output] = stdout.trim().split(/[ \n]/) as [string, string, string];
    expect(output).toBe('namespace/default');
    expect(existsSync(kubeconfig)).toBe(false);
    await expect(fetch(server)).rejects.toThrow('fetch failed');
  });

  test('loads objects first, and resets the server to them', async () => {
    const crd = path('examples/crontabs/crd.yaml');
    const script = `kubectl create configmap a > /dev/null; curl -sX POST $TRESTLE_SERVER/reset;
      kubectl get crds,configmaps -o name | grep -v kube-root-ca`;
    const { stdout } = await shell(script, '--load', crd);
    expect(stdout).toBe('customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com\n');
  });

  test('exits as the command does', async () => {
    await expect(shell('exit 3')).rejects.toMatchObject({ code: 3 });
    await expect(shell('kill -9 $$')).rejects.toMatchObject({ code: 137 });
  });

  test.each<[what: string, args: string[], message: string]>([
    ['no command', [], 'there is no command'],
    ['an unknown command', ['--', 'no-such-command'], 'no-such-command cannot be run'],
    ['a missing file', ['--load', 'missing.yaml', '--', 'true'], '--load'],
  ])('reports %s', async (_what, args, message) => {
    await expect(exec(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });

  test('passes signals on', async () => {
    const args = [
      path('lib/app/main.js'),
      'test-server',
      'exec',
      '--',
      'sh',
      '-c',
      'trap "exit 5" TERM; echo on; sleep 60 & wait',
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(5);
  });

  const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  const python = ['python3', '/usr/bin/python3'].find((name) => works(name, '-c', 'import kubernetes'));
  test.runIf(python)('the example in Python passes', async () => {
    await exec('--', python!, '-m', 'unittest', path('examples/test-server/python/test_config.py'));
  });

  test.runIf(works('java', '--version'))('the example in Java passes', async () => {
    await exec('--', 'java', path('examples/test-server/java/ConfigTest.java'));
  });
});

test('a server is gone when the process that created it was killed', async () => {
  const code = `fetch('${url}/servers', { method: 'POST' }).then(() => console.log('created')); setInterval(() => {}, 1000)`;
  const client = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(client.stdout, 'data');
  expect((await servers()).length).toBe(1);
  client.kill('SIGKILL');
  await expect.poll(servers, { interval: 5 }).toEqual([]);
});

test('the program ends when its input is closed', async () => {
  program.stdin!.end();
  expect((await once(program, 'exit'))[0]).toBe(0);
});

test('a CommonJS module can require trestle/testing, and a process with 50 servers ends by itself', {
  timeout: 120_000,
}, () => {
  const code = `
    const { TestServer } = require('trestle/testing');
    (async () => {
      const servers = await Promise.all(Array.from({ length: 50 }, () => TestServer.start()));
      const lists = servers.map(({ client }) => client.response({ method: 'GET', target: '/api/v1/namespaces' }));
      console.log((await Promise.all(lists)).length);
      await Promise.all(servers.map((server) => server.close()));
      setImmediate(() => console.log(process.getActiveResourcesInfo().filter((name) => !/TTY|Pipe|Immediate/.test(name)).join()));
    })();`;
  const output = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', cwd: path('.'), stdio: 'pipe' });
  expect(output).toBe('50\n\n');
  expect(createRequire(import.meta.url)('trestle/testing')).toHaveProperty('TestServer');
});
