// From the start of the process to an answer of /readyz: what people wait for, and what every test that starts a server pays.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const title = 'start of the whole chain';

const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const rounds = 9;

export async function run(bench) {
  const best = { first: Number.POSITIVE_INFINITY, later: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
    const first = await start(directory);
    const later = await start(directory);
    best.first = Math.min(best.first, first.milliseconds);
    best.later = Math.min(best.later, later.milliseconds);
    best.memory = Math.min(best.memory, later.residentMegabytes);
    rmSync(directory, { recursive: true, force: true });
  }
  bench.row('bare node, to its end', await bareNode(), 'ms');
  bench.row('first start, keys and certificates made', best.first, 'ms', { atMost: 400 });
  bench.row('later start', best.later, 'ms', { atMost: 250 });
  bench.row('resident memory when ready', best.memory, 'MB', { atMost: 70 });
}

async function start(directory) {
  const begin = performance.now();
  const child = spawn(process.execPath, [program, '--secure-port=0'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (/KUBECONFIG=/.test(text)) break;
  }
  const url = /https:\/\/[\d.]+:\d+/.exec(text)[0];
  while (!(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, 1));
  const milliseconds = performance.now() - begin;
  const residentMegabytes = residentBytes(child.pid) / 2 ** 20;
  child.kill('SIGTERM');
  await ended;
  return { milliseconds, residentMegabytes };
}

function isReady(url) {
  return new Promise((resolve) => {
    request(`${url}/readyz`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
}

/** Linux only; elsewhere nothing is told. */
function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return 0;
  }
}

async function bareNode() {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await once(spawn(process.execPath, ['-e', '0']), 'exit');
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}
