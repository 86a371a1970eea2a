// Starts a server as a separate process, and measures the time from process start to the first successful /readyz.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

/** `args` of node; the server prints its URL. The server has exited when this resolves. */
export async function startProcess(args, { directory } = {}) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const url = await printedUrl(child.stdout);
  // One connection for all requests: repeated handshakes would disturb the start-up that is measured.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  while (!(await isReady(url, agent))) await new Promise((resolve) => setTimeout(resolve, 1));
  const milliseconds = performance.now() - begin;
  agent.destroy();
  const residentMegabytes = residentBytes(child.pid) / 2 ** 20;
  child.kill('SIGTERM');
  await ended;
  return { milliseconds, residentMegabytes };
}

/** For comparison. */
export async function bareNode({ rounds }) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await once(spawn(process.execPath, ['-e', '0']), 'exit');
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

async function printedUrl(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const url = /https:\/\/[\w.]+:\d+/.exec(text)?.[0];
    if (url && text.endsWith('\n')) return url;
  }
  throw new Error(`no URL in: ${text}`);
}

function isReady(url, agent) {
  return new Promise((resolve) => {
    request(`${url}/readyz`, { agent }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
}

/** Linux only; undefined elsewhere. */
function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return 0;
  }
}
