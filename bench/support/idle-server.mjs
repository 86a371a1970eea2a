// The program without clients, started with some flags: CPU of its start, live and resident memory, CPU at rest. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMicroseconds } from '../compare/support/servers.mjs';

const restMilliseconds = 3_000;
const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const preload = new URL('./report-memory.mjs', import.meta.url).href;

/**
 * Starts both kinds in turn, and returns functions that compare them: `without(figure)` is the median of the first kind,
 * `more(figure)` how much the median of the second kind is above it. With `best`, the least of all rounds in place of the
 * median: of wall-clock times, which other processes disturb.
 */
export async function compareIdleServers(without, withIt, { rounds, idleMilliseconds = 0 }) {
  const taken = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? [0, 1] : [1, 0])
      taken[kind].push(await measure([without, withIt][kind], idleMilliseconds));
  }
  const of = (kind, figure, typical) => typical(taken[kind].map(figure));
  return {
    without: (figure, typical = median) => of(0, figure, typical),
    more: (figure, typical = median) => of(1, figure, typical) - of(0, figure, typical),
  };
}

export const best = (values) => Math.min(...values);

async function measure(flags, idleMilliseconds) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const begin = performance.now();
  const server = spawn(process.execPath, ['--import', preload, program, '--in-memory', '--secure-port=0', ...flags], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await printed(server.stdout, /export KUBECONFIG/);
    const [milliseconds, startCpu] = [performance.now() - begin, cpuMicroseconds(server.pid) / 1000];
    await pause(restMilliseconds);
    const resident = residentBytes(server.pid);
    const before = cpuMicroseconds(server.pid) / 1000;
    await pause(idleMilliseconds);
    const idleCpu = cpuMicroseconds(server.pid) / 1000 - before;
    const alive = printed(server.stderr, /alive: (\d+)\n/);
    server.kill('SIGUSR2');
    return { milliseconds, startCpu, restedCpu: before, idleCpu, resident, alive: Number((await alive)[1]) };
  } finally {
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Resolves with the match, and reads on, so that the program is never blocked. */
function printed(stream, pattern) {
  let text = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk) => {
      text += chunk;
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
    stream.on('end', () => reject(new Error(`no ${pattern} in: ${text}`)));
  });
}

function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
