// Concurrent clients on a few objects under faults; returns everything that they saw, and the complete log.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectStatus } from '../support/client.mjs';
import { TcpProxy } from '../support/tcp-proxy.mjs';
import { numbers, until } from '../support/until.mjs';
import { readEventLog } from './event-log.mjs';
import { faults } from './faults.mjs';
import { RecordingClient } from './recorder.mjs';
import { RecordingWatcher } from './watcher.mjs';

const namespace = 'registers';
const collection = `/api/v1/namespaces/${namespace}/configmaps`;
const lastKey = 'last';
const requestMilliseconds = 800;

/**
 * Runs a scenario `{ storage, servers, faults }`. `operations`: the number between two faults. Returns `{ history,
 * lists, watchers, log, since, keys }`.
 */
export async function runWorkload(context, scenario, { rounds, operations, clients, watchers: watcherCount }) {
  const { random } = context;
  const cluster = await startCluster(context.environment, scenario);
  const admin = cluster.servers[0].client();
  expectStatus(await admin.post('/api/v1/namespaces', { metadata: { name: namespace } }), 201);
  const since = Number(expectStatus(await admin.get(collection), 200).document.metadata.resourceVersion);
  const keys = numbers(4).map((number) => `key-${number}`);
  const history = [];
  const running = { stopped: false };
  const watchers = numbers(watcherCount).map((number) => newWatcher({ number, cluster, random, since }));
  for (const watcher of watchers) watcher.start();
  const loops = numbers(clients).map((number) => clientLoop({ number, cluster, random, history, keys, running }));
  await injectFaults(cluster, { rounds, operations, history, random, names: scenario.faults });
  running.stopped = true;
  await Promise.all(loops);
  const until = await writeLast(admin);
  await Promise.all(watchers.map((watcher) => watcher.done()));
  const log = await closeAndReadLog(cluster, { since, until });
  const isList = ({ type }) => type === 'list' || type === 'stale-list';
  return { history: history.filter((one) => !isList(one)), lists: history.filter(isList), watchers, log, since, keys };
}

async function startCluster(environment, { storage, servers: serverCount }) {
  if (storage === 'embedded') return { servers: [await environment.server()] };
  const etcd = await environment.etcd();
  const [servers, proxies] = [[], []];
  for (const _ of numbers(serverCount)) {
    const proxy = await TcpProxy.start(etcd.port);
    environment.onStop(() => proxy.close());
    const flags = ['--storage-media-type=application/json'];
    servers.push(await environment.server({ storage: `http://127.0.0.1:${proxy.port}`, flags }));
    proxies.push(proxy);
  }
  return { servers, etcd, proxies };
}

function newWatcher({ number, cluster, random, since }) {
  const server = cluster.servers[number % cluster.servers.length];
  return new RecordingWatcher({
    id: `watcher-${number}`,
    client: server.client({ timeoutMilliseconds: 5000 }),
    collection,
    from: since,
    random: random.fork(`watcher ${number}`),
    isLast: ({ metadata }) => metadata.name === lastKey,
  });
}

async function clientLoop({ number, cluster, random, history, keys, running }) {
  const own = random.fork(`client ${number}`);
  const http = cluster.servers[number % cluster.servers.length].client({ timeoutMilliseconds: requestMilliseconds });
  const client = new RecordingClient({ http, id: `client-${number}`, history, collection });
  const known = new Map();
  while (!running.stopped) {
    const operation = await perform(client, { random: own, key: own.pick(keys), known });
    remember(known, operation);
    // The server is down.
    if (operation.outcome.kind === 'refused') await pause(10);
  }
  http.close();
}

function perform(client, { random, key, known }) {
  const version = known.get(key);
  const actions = {
    get: () => client.get(key),
    list: () => client.list(),
    staleList: () => client.list('resourceVersion=0'),
    create: () => client.create(key),
    update: () => (version === undefined ? client.get(key) : client.update(key, version)),
    patch: () => client.patch(key),
    delete: () => client.delete(key, random.chance(0.8) ? version : undefined),
  };
  return actions[random.weighted({ get: 3, list: 1.5, staleList: 0.5, create: 2, update: 4, patch: 2, delete: 1 })]();
}

function remember(known, { type, key, outcome }) {
  if (outcome.kind !== 'ok') {
    if (outcome.kind === 'absent') known.delete(key);
  } else if (type === 'delete') known.delete(key);
  else if (type === 'list') for (const { key: name, version } of outcome.items) known.set(name, version);
  else if (type !== 'stale-list') known.set(key, outcome.version);
}

async function injectFaults(cluster, { rounds, operations, history, random, names }) {
  const own = random.fork('faults');
  const more = (number) => {
    const wanted = history.length + number;
    return until(`${number} more operations`, () => history.length >= wanted, { seconds: 300 });
  };
  for (const round of numbers(rounds)) {
    await more(operations);
    const index = own.below(cluster.servers.length);
    const [server, proxy] = [cluster.servers[index], cluster.proxies?.[index]];
    const name = names[round % names.length];
    await faults[name]({ server, proxy, etcd: cluster.etcd, milliseconds: own.between(100, 1200) });
  }
  await more(operations);
}

/** Writes the last event of all. */
function writeLast(admin) {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: lastKey }, data: { value: lastKey } };
  return until('the last write', async () => {
    const answer = await admin.post(collection, body).catch(() => undefined);
    if (answer?.status === 201) return Number(answer.document.metadata.resourceVersion);
    if (answer?.status !== 409) return undefined;
    const { document } = await admin.get(`${collection}/${lastKey}`);
    return Number(document.metadata.resourceVersion);
  });
}

async function closeAndReadLog({ servers, etcd }, range) {
  for (const server of servers) await server.kill('SIGKILL');
  // kube-apiserver has its own etcd where Trestle uses the embedded engine.
  const store = etcd ?? servers[0].etcd;
  return readEventLog({ directory: join(servers[0].directory, 'data', 'store'), etcd: store, namespace, ...range });
}
