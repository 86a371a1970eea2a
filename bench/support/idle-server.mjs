// The program without clients, started with some flags: CPU of its start, live and resident memory, CPU at rest. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMicroseconds } from '../compare/support/servers.mjs';

/** By then, the garbage of the start has been collected (src/server/process/heap-by-load.ts). */
const restMilliseconds = 20_000;
const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const preload = new URL('./report-memory.mjs', import.meta.url).href;

/**
 * Starts both kinds in turn, lets all rest together, and returns functions that compare them: `without(figure)` is the
 * median of the first kind, `more(figure)` how much the median of the second kind is above it. Wall-clock times are not
 * compared: other processes disturb them more than what is measured.
 */
export async function compareIdleServers(without, withIt, { rounds, idleMilliseconds = 0 }) {
  const servers = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const kind of round % 2 === 0 ? [0, 1] : [1, 0])
        servers[kind].push(await IdleServer.start([without, withIt][kind]));
    }
    await pause(restMilliseconds);
    for (const server of servers.flat()) server.rested();
    await pause(idleMilliseconds);
    const taken = [];
    for (const ofKind of servers) taken.push(await Promise.all(ofKind.map((server) => server.figures())));
    const medianOf = (kind, figure) => median(taken[kind].map(figure));
    return {
      without: (figure) => medianOf(0, figure),
      more: (figure) => medianOf(1, figure) - medianOf(0, figure),
    };
  } finally {
    await Promise.all(servers.flat().map((server) => server.stop()));
  }
}

class IdleServer {
  #directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  #process;
  #resident;
  #restedCpu;

  static async start(flags) {
    const server = new IdleServer();
    const all = ['--import', preload, program, '--in-memory', '--secure-port=0', ...flags];
    server.#process = spawn(process.execPath, all, { cwd: server.#directory, stdio: ['ignore', 'pipe', 'pipe'] });
    await printed(server.#process.stdout, /export KUBECONFIG/).catch(async (error) => {
      await server.stop();
      throw error;
    });
    return server;
  }

  rested() {
    this.#resident = residentBytes(this.#process.pid);
    this.#restedCpu = this.#cpuMilliseconds();
  }

  async figures() {
    const idleCpu = this.#cpuMilliseconds() - this.#restedCpu;
    const reported = printed(this.#process.stderr, /alive: (\d+) start: (\d+)\n/);
    this.#process.kill('SIGUSR2');
    const [, alive, startCpu] = (await reported).map(Number);
    return { startCpu: startCpu / 1000, restedCpu: this.#restedCpu, idleCpu, resident: this.#resident, alive };
  }

  async stop() {
    const exit = once(this.#process, 'exit');
    if (this.#process.kill('SIGTERM')) await exit;
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #cpuMilliseconds() {
    return cpuMicroseconds(this.#process.pid) / 1000;
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
