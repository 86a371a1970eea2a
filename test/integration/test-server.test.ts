import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

test('the example in Python passes, and leaves no server behind', async () => {
  const options = { encoding: 'utf8', env: { ...process.env, TRESTLE: url, PYTHONDONTWRITEBYTECODE: '1' } } as const;
  execFileSync('python3', [path('examples/test-server/python/test_config.py')], { ...options, stdio: 'pipe' });
  await expect.poll(servers, { interval: 5 }).toEqual([]);
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

test('a CommonJS module can require trestle/testing, and a process with 50 servers ends by itself', () => {
  const code = `
    const { TestServer } = require('trestle/testing');
    (async () => {
      const servers = await Promise.all(Array.from({ length: 50 }, () => TestServer.start()));
      const lists = servers.map(({ client }) => client.response({ method: 'GET', target: '/api/v1/namespaces' }));
      console.log((await Promise.all(lists)).length);
      await Promise.all(servers.map((server) => server.close()));
      setImmediate(() => console.log(process.getActiveResourcesInfo().filter((name) => !/TTY|Pipe/.test(name)).join()));
    })();`;
  const output = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', cwd: path('.'), stdio: 'pipe' });
  expect(output).toBe('50\n\n');
  expect(createRequire(import.meta.url)('trestle/testing')).toHaveProperty('TestServer');
});
