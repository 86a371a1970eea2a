// The cost of proxying a request, compared with a bare Node handler that pipes it, and the cost of the aggregator for
// requests that it does not proxy. Servers and load generators are separate processes.
import { ask, startChild } from '../support/child-process.mjs';

export const title = 'CPU of the process in the middle for a GET of 1.2 KB over TLS';

const rounds = 8;
const handedOn = '/apis/things.example.com/v1/namespaces/default/things/web';
const own = '/apis/apps/v1/namespaces/default/deployments/web';

const start = (file, args = []) => startChild(new URL(`./support/${file}`, import.meta.url), ...args);

export async function run(bench) {
  const backend = await start('../../server/support/http-processes.mjs', ['server', 'secure-server']);
  const bare = await start('./aggregator-process.mjs', ['bare', String(backend.port)]);
  const aggregator = await start('./aggregator-process.mjs', ['aggregator', String(backend.port)]);
  const alone = await start('./aggregator-process.mjs', ['alone']);
  const load = await start('../../server/support/http-processes.mjs', ['load', 'h2']);
  const best = await compared(load, {
    bare: { server: bare, path: handedOn },
    handedOn: { server: aggregator, path: handedOn },
    alone: { server: alone, path: own },
    own: { server: aggregator, path: own },
  });
  bench.row('bare node:http2 handler that pipes a node:https request', best.bare, 'µs/request');
  bench.row('handed on by the aggregator, through all filters', best.handedOn, 'µs/request');
  bench.row('aggregator / bare', best.handedOn / best.bare, '×', { atMost: 2 });
  bench.row('GET of an object, from a server that is alone', best.alone, 'µs/request');
  bench.row('GET of an object, from the next server of the chain', best.own, 'µs/request');
  bench.row('behind the aggregator / alone', best.own / best.alone, '×', { atMost: 1.25 });
  for (const child of [backend, bare, aggregator, alone, load]) child.kill();
}

/** Alternating rounds, so that a disturbance affects all; the best round of each counts. */
async function compared(load, subjects) {
  const best = {};
  for (let round = -1; round < rounds; round++) {
    for (const [name, { server, path }] of Object.entries(subjects)) {
      const before = await ask(server, {});
      const milliseconds = round < 0 ? 1500 : 500;
      const { requests } = await ask(load, { run: { port: server.port, path, milliseconds } });
      const after = await ask(server, {});
      const cost = (after.microseconds - before.microseconds) / requests;
      if (round >= 0) best[name] = Math.min(best[name] ?? cost, cost);
    }
  }
  return best;
}
