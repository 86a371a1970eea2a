// Compares an API server with bare Node.js handlers: CPU of the server process for requests over TLS. Servers and load
// generators are separate processes, new ones for each kind of request, so that none is affected by what another has
// left behind. There are several passes over the whole, and the best round of each counts: a shared machine is slow for
// a while rather than for a moment.

import { times } from '../harness.mjs';
import { ask, startChild } from '../support/child-process.mjs';

export const title = 'CPU of requests to an API server, beside bare handlers of Node.js';

const passes = times(3);
const rounds = times(4);
const items = 10_000;
const watchers = 1000;
const pod = '/api/v1/namespaces/default/pods/web?timeout=32s';
const list = '/api/v1/namespaces/many/pods';

const start = (file, ...args) => startChild(new URL(`./support/${file}.mjs`, import.meta.url), ...args);

const startApi = () => start('api-process');
const startBare = (protocol) => start('http-processes', 'server', `bare-${protocol}`);
const startLoad = (protocol) => start('http-processes', 'load', protocol);

export async function run(bench) {
  const best = new Best();
  for (let pass = 0; pass < passes; pass++) {
    await withProcesses([startBare('h2'), startApi(), startLoad('h2')], (...started) => compareGets(best, ...started));
    await withProcesses([startApi()], (api) => measureWrites(best, api));
    await withProcesses([startApi(), startLoad('h2')], (api, load) => measureLists(best, api, load));
    await withProcesses([startApi(), startLoad('h1'), startBare('h1'), startLoad('h1')], async (api, load, ...bare) => {
      await measureWatches(best, { api, load, protocol: 'h1', bare: await openBare(...bare) });
    });
    await withProcesses([startApi(), startLoad('h2')], (api, load) => {
      return measureWatches(best, { api, load, protocol: 'h2' });
    });
  }
  printRows(bench, best);
}

async function withProcesses(starting, work) {
  const started = await Promise.all(starting);
  await work(...started);
  for (const child of started) child.kill();
}

/** The minimum of the measurements under a name. */
class Best {
  #least = new Map();
  ratios = [];

  add(name, value) {
    this.#least.set(name, Math.min(value, this.of(name)));
  }

  of(name) {
    return this.#least.get(name) ?? Number.POSITIVE_INFINITY;
  }

  get medianRatio() {
    return this.ratios.toSorted((a, b) => a - b)[this.ratios.length >> 1];
  }
}

/** Alternating rounds, so that a disturbance affects both: each is compared with the adjacent one. */
async function compareGets(best, bare, api, load) {
  for (let round = -2; round < rounds; round++) {
    const cost = {};
    for (const [name, server] of Object.entries({ bare, api })) {
      const { answer, microseconds } = await cpuOf(server, () =>
        ask(load, { run: { port: server.port, path: pod, milliseconds: 700 } }),
      );
      cost[name] = microseconds / answer.requests;
    }
    if (round < 0) continue;
    best.add('get bare', cost.bare);
    best.add('get api', cost.api);
    best.ratios.push(cost.api / cost.bare);
  }
}

async function measureWrites(best, api) {
  for (const work of ['create', 'apply']) {
    await ask(api, { work, count: 1000 });
    for (let round = 0; round < rounds; round++) {
      const { microseconds } = await ask(api, { work, count: 1000 });
      best.add(work, microseconds / 1000);
    }
  }
}

/** Microseconds per megabyte. Selected items are assembled anew each time. */
async function measureLists(best, api, load) {
  await ask(api, { work: 'create', count: items, namespace: 'many' });
  const lists = { list, 'selected list': `${list}?labelSelector=app%3Dweb` };
  for (let round = -1; round < rounds; round++) {
    for (const [name, path] of Object.entries(lists)) {
      const { answer, microseconds } = await cpuOf(api, () =>
        ask(load, { run: { port: api.port, path, milliseconds: 800, workers: 2 } }),
      );
      if (round >= 0) best.add(name, microseconds / (answer.bytes / 1e6));
    }
  }
}

/** What a watch adds to a change: from the change to the last arrival. Compared with a write to as many sockets. */
async function measureWatches(best, { api, load, protocol, bare }) {
  const change = (events) => () => ask(api, { work: 'change', count: events });
  for (let round = 0; round < rounds * 10; round++) best.add('change', (await cpuOf(api, change(1))).microseconds);
  const path = '/api/v1/namespaces/default/pods?watch=true&resourceVersion=0';
  await ask(load, { open: { port: api.port, path, streams: watchers } });
  const event = async (events) => {
    const arrived = ask(load, { receiveMore: { lines: watchers * events } });
    const { microseconds } = await cpuOf(api, () => Promise.all([change(events)(), arrived]));
    return (microseconds - best.of('change') * events) / (watchers * events);
  };
  for (let round = 0; round < rounds * 10; round++) {
    best.add(`${protocol} alone`, await event(1));
    if (bare) best.add('bare write', await bare());
    if (round % 5 === 0) best.add(`${protocol} in a row`, await event(10));
  }
}

/** Returns a function that writes once to as many sockets as there are watches, and reports the time per write. */
async function openBare(server, load) {
  await ask(load, { open: { port: server.port, path: '/watch', streams: watchers } });
  return async () => {
    const { microseconds } = await cpuOf(server, () =>
      Promise.all([ask(load, { receiveMore: { lines: watchers } }), ask(server, { get: 'writeToAll' })]),
    );
    return microseconds / watchers;
  };
}

function printRows(bench, best) {
  bench.row('GET of 1.2 KB: bare handler of node:http2', best.of('get bare'), 'µs');
  bench.row('GET of 1.2 KB: API server', best.of('get api'), 'µs');
  bench.row('API server / bare, median of rounds', best.medianRatio, 'x', { atMost: 1.6 });
  bench.row('create of 1.2 KB, in process, in memory', best.of('create'), 'µs', { atMost: 250 });
  bench.row('apply of 1.2 KB, in process, in memory', best.of('apply'), 'µs', { atMost: 500 });
  const many = items.toLocaleString('en-US');
  bench.row(`LIST of ${many} objects over HTTP/2`, 1e6 / best.of('list'), 'MB/s of CPU', { atLeast: 500 });
  bench.row('the same with a label selector', 1e6 / best.of('selected list'), 'MB/s of CPU');
  const connections = `an event to one of ${watchers.toLocaleString('en-US')} connections of HTTP/1.1`;
  bench.row(`${connections}, alone`, best.of('h1 alone'), 'µs', { atMost: 15 });
  bench.row(`${connections}, of ten in a row`, best.of('h1 in a row'), 'µs', { atMost: 15 });
  bench.row('a write of as much to a bare TLS socket, of as many', best.of('bare write'), 'µs');
  const streams = `an event to one of ${watchers.toLocaleString('en-US')} streams of HTTP/2`;
  bench.row(`${streams}, alone`, best.of('h2 alone'), 'µs');
  bench.row(`${streams}, of ten in a row`, best.of('h2 in a row'), 'µs');
}

/** The result of `work`, and the CPU time of the server's process meanwhile. */
async function cpuOf(server, work) {
  const before = await ask(server, {});
  const answer = await work();
  const after = await ask(server, {});
  return { answer, microseconds: after.microseconds - before.microseconds };
}
