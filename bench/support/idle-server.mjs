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
 * `more(figure)` how much the median of the second kind is above it. Wall-clock times are not compared: other processes
 * disturb them more than what is measured.
 */
export async function compareIdleServers(without, withIt, { rounds, idleMilliseconds = 0 }) {
  const taken = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? [0, 1] : [1, 0])
      taken[kind].push(await measure([without, withIt][kind], idleMilliseconds));
  }
  const medianOf = (kind, figure) => median(taken[kind].map(figure));
  return {
    without: (figure) => medianOf(0, figure),
    more: (figure) => medianOf(1, figure) - medianOf(0, figure),
  };
}

async function measure(flags, idleMilliseconds) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const server = spawn(process.execPath, ['--import', preload, program, '--in-memory', '--secure-port=0', ...flags], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await printed(server.stdout, /export KUBECONFIG/);
    await pause(restMilliseconds);
    const resident = residentBytes(server.pid);
    const before = cpuMicroseconds(server.pid) / 1000;
    await pause(idleMilliseconds);
    const idleCpu = cpuMicroseconds(server.pid) / 1000 - before;
    const reported = printed(server.stderr, /alive: (\d+) start: (\d+)\n/);
    server.kill('SIGUSR2');
    const [, alive, startCpu] = (await reported).map(Number);
    return { startCpu: startCpu / 1000, restedCpu: before, idleCpu, resident, alive };
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
