// An API server beside a bare handler of node:http2: CPU of the server process for requests over TLS. Servers and load
// generators are processes of their own.
import { ask, startChild } from '../support/child-process.mjs';

export const title = 'CPU of requests to an API server, beside a bare node:http2 handler';

const rounds = 5;
const items = 10_000;
const watchers = 1000;
const pod = '/api/v1/namespaces/default/pods/web?timeout=32s';

const start = (file, ...args) => startChild(new URL(`./support/${file}.mjs`, import.meta.url), ...args);

export async function run(bench) {
  const servers = { bare: await start('http-processes', 'server', 'bare-h2'), api: await start('api-process') };
  const load = await start('http-processes', 'load', 'h2');
  await compareGets(bench, servers, load);
  await measureWrites(bench, servers.api);
  await measureLists(bench, servers.api, load);
  await measureWatches(bench, servers.api);
  for (const child of [...Object.values(servers), load]) child.kill();
}

/** Rounds in turn, so that a disturbance hits both; the best round of each. */
async function compareGets(bench, servers, load) {
  const best = { bare: Number.POSITIVE_INFINITY, api: Number.POSITIVE_INFINITY };
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const { answer, microseconds } = await cpuOf(server, () =>
        ask(load, { run: { port: server.port, path: pod, milliseconds: 1000 } }),
      );
      if (round >= 0) best[name] = Math.min(best[name], microseconds / answer.requests);
    }
  }
  bench.row('GET of 1.2 KB: bare handler', best.bare, 'µs');
  bench.row('GET of 1.2 KB: API server', best.api, 'µs');
  bench.row('API server / bare', best.api / best.bare, 'x', { atMost: 1.6 });
}

async function measureWrites(bench, api) {
  for (const [work, limit] of [
    ['create', 250],
    ['apply', 500],
  ]) {
    await ask(api, { work, count: 1000 });
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const { microseconds } = await ask(api, { work, count: 1000 });
      best = Math.min(best, microseconds / 1000);
    }
    bench.row(`${work} of 1.2 KB, in process, in memory`, best, 'µs', { atMost: limit });
  }
}

async function measureLists(bench, api, load) {
  await ask(api, { work: 'create', count: items, namespace: 'many' });
  let best = 0;
  for (let round = -1; round < rounds; round++) {
    const { answer, microseconds } = await cpuOf(api, () =>
      ask(load, { run: { port: api.port, path: '/api/v1/namespaces/many/pods', milliseconds: 1500, workers: 2 } }),
    );
    if (round >= 0) best = Math.max(best, answer.bytes / microseconds);
  }
  bench.row(`LIST of ${items.toLocaleString('en-US')} objects over HTTP/2`, best, 'MB/s of CPU', { atLeast: 500 });
}

/** What a watch adds to a change: from the change to the last arrival. */
async function measureWatches(bench, api) {
  for (const protocol of ['h1', 'h2']) {
    const load = await start('http-processes', 'load', protocol);
    const path = '/api/v1/namespaces/default/pods?watch=true&resourceVersion=0';
    const change = (events) => () => ask(api, { work: 'change', count: events });
    const unwatched = await bestOf(rounds * 20, () => cpuOf(api, change(1)));
    await ask(load, { open: { port: api.port, path, streams: watchers } });
    const bestEvent = async (events, times) => {
      const all = watchers * events;
      const best = await bestOf(times, () => {
        const arrived = ask(load, { receiveMore: { lines: all } });
        return cpuOf(api, () => Promise.all([change(events)(), arrived]));
      });
      return (best - unwatched * events) / all;
    };
    const connections = protocol === 'h1' ? 'connections of HTTP/1.1' : 'streams of HTTP/2';
    const name = `an event to one of ${watchers.toLocaleString('en-US')} ${connections}`;
    const limit = protocol === 'h1' ? { atMost: 15 } : {};
    // Nearly all of it is the write to the socket: see server/http for what that costs by itself.
    bench.row(`${name}, alone`, await bestEvent(1, rounds * 20), 'µs', limit);
    bench.row(`${name}, of ten in a row`, await bestEvent(10, rounds * 2), 'µs', limit);
    load.kill();
  }
}

/** The least CPU time that something took. */
async function bestOf(times, measure) {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) best = Math.min(best, (await measure()).microseconds);
  return best;
}

/** What `work` answers, and the CPU time that a server's process took meanwhile. */
async function cpuOf(server, work) {
  const before = await ask(server, {});
  const answer = await work();
  const after = await ask(server, {});
  return { answer, microseconds: after.microseconds - before.microseconds };
}
