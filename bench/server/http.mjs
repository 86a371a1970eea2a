// Compares the socket side of the server with bare handlers of node:http2 and node:https that return the same bytes:
// CPU of the server process per request over TLS. Servers and load generators are separate processes, started from
// here.

import { times } from '../harness.mjs';
import { ask, startChild } from '../support/child-process.mjs';

export const title = 'CPU of a GET of 1.2 KB over TLS, and of writes to open streams';

const rounds = times(10);
const openStreams = 1000;
const bodyBytes = 1200;
const path = '/api/v1/namespaces/default/pods/web?timeout=32s';

const start = (role, kind) => startChild(new URL('./support/http-processes.mjs', import.meta.url), role, kind);

export async function run(bench) {
  for (const protocol of ['h2', 'h1']) {
    const { bare, ours } = await comparison(protocol);
    bench.row(`${protocol}: bare node handler`, bare, 'µs/request');
    bench.row(`${protocol}: SecureServer`, ours, 'µs/request');
    bench.row(`${protocol}: SecureServer / bare`, ours / bare, '×', { atMost: 1.15 });
  }
  for (const protocol of ['h2', 'h1']) {
    bench.row(`${protocol}: one write to each of ${openStreams} open streams`, await writes(protocol), 'µs/write');
  }
}

/** Alternating rounds, so that a disturbance affects both; the best round of each counts. */
async function comparison(protocol) {
  const servers = { bare: await start('server', `bare-${protocol}`), ours: await start('server', 'secure-server') };
  const load = await start('load', protocol);
  const best = { bare: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const before = await ask(server, { get: 'cpu' });
      const { requests } = await ask(load, { run: { port: server.port, path, milliseconds: round < 0 ? 1500 : 500 } });
      const after = await ask(server, { get: 'cpu' });
      if (round >= 0) best[name] = Math.min(best[name], (after.microseconds - before.microseconds) / requests);
    }
  }
  for (const child of [...Object.values(servers), load]) child.kill();
  return best;
}

async function writes(protocol) {
  const [server, load] = [await start('server', 'secure-server'), await start('load', protocol)];
  await ask(load, { open: { port: server.port, path: '/watch', streams: openStreams } });
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds * 2; round++) {
    const before = await ask(server, { get: 'cpu' });
    const received = ask(load, { receiveMore: { bytes: openStreams * bodyBytes } });
    await ask(server, { get: 'writeToAll' });
    await received;
    const after = await ask(server, { get: 'cpu' });
    best = Math.min(best, (after.microseconds - before.microseconds) / openStreams);
  }
  for (const child of [server, load]) child.kill();
  return best;
}
