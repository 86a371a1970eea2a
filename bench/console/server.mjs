// What the console adds to a server that serves it and is idle: live memory, and CPU of the start. Both kinds in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMicroseconds } from '../compare/support/servers.mjs';

export const title = 'the console in an idle server';

const rounds = 7;
const restMilliseconds = 3_000;
const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const preload = new URL('./support/report-memory.mjs', import.meta.url).href;

export async function run(bench) {
  if (process.platform !== 'linux') return bench.skip('CPU is read from /proc');
  const taken = { true: [], false: [] };
  for (let round = 0; round < rounds; round++) {
    for (const isServed of round % 2 === 0 ? [true, false] : [false, true])
      taken[isServed].push(await measure(isServed));
  }
  const more = (figure) => median(taken.true.map(figure)) - median(taken.false.map(figure));
  bench.row('live memory, without the console', median(taken.false.map(({ bytes }) => bytes)) / 1e6, 'MB');
  bench.row('more with it', more(({ bytes }) => bytes) / 1e6, 'MB', { atMost: 1 });
  bench.row('CPU of the start, without the console', median(taken.false.map(({ cpu }) => cpu)), 'ms');
  bench.row(
    'more with it',
    more(({ cpu }) => cpu),
    'ms',
  );
}

async function measure(isServed) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const flags = ['--in-memory', '--secure-port=0', `--enable-console=${isServed}`];
  const server = spawn(process.execPath, ['--import', preload, program, ...flags], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await printed(server.stdout, /export KUBECONFIG/);
    const cpu = cpuMicroseconds(server.pid) / 1000;
    await pause(restMilliseconds);
    const alive = printed(server.stderr, /alive: (\d+)\n/);
    server.kill('SIGUSR2');
    return { cpu, bytes: Number((await alive)[1]) };
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

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
