// What a test waits for: servers in its own process, forks of them, and the program as a child process beside them.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TestServer } from '../../lib/testing/index.js';
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
  bench.row('first start, with loading the code', first('withLoading'), 'ms');
  const later = [];
  for (let round = 0; round < 30; round++)
    later.push(
      await timed(
        () => TestServer.start(),
        (server) => server.close(),
      ),
    );
  bench.row('later start', Math.min(...later), 'ms', { atMost: 25 });
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
    const begin = performance.now();
    const fork = await server.fork();
    forking.push(performance.now() - begin);
    await configMaps(fork).list({ limit: 1 });
    answering.push(performance.now() - begin);
    await fork.close();
  }
  bench.row(`fork of a server with ${objects} objects`, Math.min(...forking), 'ms', { atMost: 5 });
  bench.row('fork, and the answer to its first request', Math.min(...answering), 'ms');
  const before = await heapBytes();
  const all = [];
  for (let fork = 0; fork < forks; fork++) all.push(await server.fork());
  for (const fork of all) await configMaps(fork).list({ limit: 1 });
  bench.row('memory of a fork', ((await heapBytes()) - before) / forks / 2 ** 20, 'MB', { atMost: 1 });
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

/** What is in use when the background work of the servers is done. */
async function heapBytes() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function timed(work, close) {
  const begin = performance.now();
  const result = await work();
  const took = performance.now() - begin;
  await close(result);
  return took;
}

/** The best round says what the code takes: others were disturbed. */
function best(results) {
  return (name) => Math.min(...results.map((result) => result[name]));
}
