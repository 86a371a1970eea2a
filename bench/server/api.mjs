// An API server beside a bare handler of node:http2: CPU of the server process for one request over TLS.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const title = 'CPU of requests to an API server, beside a bare node:http2 handler';

const rounds = 5;

export async function run(bench) {
  const bare = await start('http-processes', 'server', 'bare-h2');
  const api = await start('api-process');
  const load = await start('http-processes', 'load', 'h2');
  const best = { bare: Number.POSITIVE_INFINITY, api: Number.POSITIVE_INFINITY };
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of Object.entries({ bare, api })) {
      const before = await ask(server, { get: 'cpu' });
      const { requests } = await ask(load, { run: { port: server.port, milliseconds: 1000 } });
      const after = await ask(server, { get: 'cpu' });
      if (round >= 0) best[name] = Math.min(best[name], (after.microseconds - before.microseconds) / requests);
    }
  }
  bench.row('GET of 1.2 KB: bare handler', best.bare, 'µs');
  bench.row('GET of 1.2 KB: API server', best.api, 'µs');
  bench.row('API server / bare', best.api / best.bare, 'x', { atMost: 1.6 });
  await ask(api, { get: 'warm', writes: 2000 });
  const { microseconds } = await ask(api, { get: 'create', writes: 5000 });
  bench.row('create of 1.2 KB, in process, in memory', microseconds / 5000, 'µs', { atMost: 250 });
  for (const child of [bare, api, load]) child.kill();
}

async function start(file, ...args) {
  const child = fork(fileURLToPath(new URL(`./support/${file}.mjs`, import.meta.url)), args);
  const [{ port }] = await once(child, 'message');
  child.port = port;
  return child;
}

async function ask(child, question) {
  const answered = once(child, 'message');
  child.send(question);
  return (await answered)[0];
}
