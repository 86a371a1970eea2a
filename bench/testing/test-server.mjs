// What a test waits for: servers in its own process, forks of them, and the program as a child process beside them.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TestServer } from '../../lib/testing/index.js';
import { timed } from '../harness.mjs';
import { startProcess } from '../support/start-process.mjs';

export const title = 'test servers';

const rounds = 9;
const objects = 10_000;
const forks = 20;
const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const firstStart = fileURLToPath(new URL('./support/first-start.mjs', import.meta.url));

export async function run(bench) {
  const first = best(Array.from({ length: rounds }, () => JSON.parse(execFileSync(process.execPath, [firstStart]))));
  bench.row('first start in a process', first('start'), 'ms', { atMost: 100 });
  bench.row('  CPU time', first('cpu'), 'ms');
  bench.row('first start, with loading the code', first('withLoading'), 'ms');
  const later = [];
  for (let round = 0; round < 30; round++) {
    const start = await timed(() => TestServer.start());
    later.push(start);
    await start.result.close();
  }
  bench.row('later start', best(later)('seconds') * 1000, 'ms', { atMost: 25 });
  bench.row('  CPU time', best(later)('cpuSeconds') * 1000, 'ms');
  await runMany(bench);
  await runForks(bench);
  const processes = [];
  for (let round = 0; round < rounds; round++)
    processes.push(await startProcess([program, '--in-memory', '--secure-port=0']));
  bench.row('the program as a child process', best(processes)('milliseconds'), 'ms');
}

async function runMany(bench) {
  const begin = performance.now();
  const servers = await Promise.all(Array.from({ length: 50 }, () => TestServer.start()));
  bench.row('50 servers at once', performance.now() - begin, 'ms');
  await Promise.all(servers.map((server) => server.close()));
}

async function runForks(bench) {
  const server = await TestServer.start();
  const configMaps = ({ client }) => client.resource({ group: '', version: 'v1', resource: 'configmaps' }, 'default');
  await fill(configMaps(server));
  const [forking, answering] = [[], []];
  for (let round = 0; round < 30; round++) {
    const fork = await timed(() => server.fork());
    forking.push(fork);
    answering.push(await timed(() => configMaps(fork.result).list({ limit: 1 })));
    await fork.result.close();
  }
  bench.row(`fork of a server with ${objects} objects`, best(forking)('seconds') * 1000, 'ms', { atMost: 5 });
  bench.row('  CPU time', best(forking)('cpuSeconds') * 1000, 'ms');
  bench.row('the answer to its first request', best(answering)('seconds') * 1000, 'ms');
  bench.row('  CPU time', best(answering)('cpuSeconds') * 1000, 'ms');
  const before = await heapBytes();
  const all = [];
  for (let fork = 0; fork < forks; fork++) all.push(await server.fork());
  const unused = await heapBytes();
  bench.row('memory of a fork', (unused - before) / forks / 2 ** 20, 'MB', { atMost: 1 });
  for (const fork of all) await configMaps(fork).list({ limit: 1 });
  const used = await heapBytes();
  bench.row('what its use adds: housekeeping, a client and its connection', (used - unused) / forks / 2 ** 20, 'MB');
  for (const fork of [...all, server]) await fork.close();
}

async function fill(resource) {
  let next = 0;
  const write = async () => {
    while (next < objects)
      await resource.create({ metadata: { name: `map-${next++}` }, data: { text: 'x'.repeat(500) } });
  };
  await Promise.all(Array.from({ length: 50 }, write));
}

/** What is in use when the background work of the servers is done: when it does not change any more. */
async function heapBytes() {
  for (let last = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    global.gc();
    const { heapUsed, external } = process.memoryUsage();
    const used = heapUsed + external;
    if (Math.abs(used - last) < 2 ** 16) return used;
    last = used;
  }
}

/** The best round says what the code takes: others were disturbed. */
function best(results) {
  return (name) => Math.min(...results.map((result) => result[name]));
}
