import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../dist/apimachinery/free-ports.test.support.js';

/** An empty etcd on free ports, until `stop`. */
export async function startEtcd({ etcd, work }) {
  const folder = mkdtempSync(join(work, 'etcd-'));
  const [client, peer] = await freePorts(2);
  const url = `http://127.0.0.1:${client}`;
  const addresses = [
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    `http://127.0.0.1:${peer}`,
  ];
  const sizes = ['--quota-backend-bytes', String(8 * 1024 ** 3), '--unsafe-no-fsync'];
  const child = spawn(etcd, ['--data-dir', folder, '--log-level', 'error', ...addresses, ...sizes], {
    stdio: 'ignore',
  });
  while (!(await healthy(url))) {
    if (child.exitCode !== null) throw new Error(`etcd has ended with exit code ${child.exitCode}`);
    await delay(100);
  }
  return { url, stop: () => stop(child, folder) };
}

async function healthy(url) {
  return fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  );
}

async function stop(child, folder) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
