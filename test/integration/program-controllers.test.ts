import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { isNotFound } from '../../src/apimachinery/status/index.js';
import { TestServer } from '../../src/testing/test-server.js';

const main = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ controllers: [] });
});

afterAll(() => server.close());

const core = (resource: string, namespace?: string) =>
  server.client.resource<JsonObject>({ group: '', version: 'v1', resource }, namespace);

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function isThere(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

test('trestle controllers does the housekeeping of another server, until it is ended', async () => {
  const args = [main, 'controllers', `--kubeconfig=${server.kubeconfigFile}`, '--leader-elect=false'];
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await core('namespaces').create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } });
    await until(() => isThere(core('serviceaccounts', 'a').get('default')));
    await core('namespaces').delete('a');
    await until(async () => !(await isThere(core('namespaces').get('a'))));
  } finally {
    program.kill('SIGTERM');
  }
  const [code] = await once(program, 'exit');
  expect(code).toBe(0);
}, 90_000);

test('controllers that do not exist are refused', async () => {
  const program = spawn(process.execPath, [main, 'controllers', '--controllers=flying'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks: Buffer[] = [];
  program.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(program, 'close');
  expect(code).toBe(1);
  expect(Buffer.concat(chunks).toString()).toContain('"flying" is not in the list of known controllers');
}, 30_000);
