// Compares Trestle with a real kube-apiserver and etcd, on the same machine in the same run: KUBE_APISERVER names the
// program (v1.36), and etcd is found on the PATH. Linux only, because CPU time is read from /proc. A row shows the
// figures of both, and the ratio.
import { connect } from 'node:http2';
import { ask, startChild } from '../support/child-process.mjs';
import { startKubeApiServer, startTrestle, token } from './support/servers.mjs';

export const title = 'Trestle beside kube-apiserver';

const binary = process.env.KUBE_APISERVER;
const startRounds = 5;
const loadMilliseconds = 3000;
const writes = 2000;
/** Warm-up: the steady state is measured, and the JIT compiler needs time to get there. */
const writesBefore = 8000;
const settleSeconds = 20;
const keepSeconds = 3;
const objects = 1000;
// 63 on each connection: kube-apiserver allows 100.
const watches = 500;
const events = 20;
const definitions = 100;
const namespace = '/api/v1/namespaces/default';

export async function run(bench) {
  if (!binary) return bench.skip('KUBE_APISERVER does not name a program to compare with');
  const row = (what, { theirs, ours }, unit) => {
    const figures = `${figure(theirs)} ${unit} against ${figure(ours)}`;
    bench.row(`${what}: ${figures}`, theirs / ours, 'times', { atLeast: 10 });
  };
  await compareStarts(row);
  const servers = { theirs: await startKubeApiServer(binary), ours: await startTrestle() };
  try {
    // Definitions first: the garbage that a list leaves behind would hide their memory.
    for (const measure of [compareIdle, compareDefinitions, compareWrites, compareReads, compareWatches]) {
      await measure(row, servers);
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function compareStarts(row) {
  await startOnce();
  const best = { both: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
  const memory = {
    theirs: Number.POSITIVE_INFINITY,
    withEtcd: Number.POSITIVE_INFINITY,
    ours: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < startRounds; round++) {
    const theirs = await startKubeApiServer(binary);
    best.both = Math.min(best.both, theirs.milliseconds);
    best.alone = Math.min(best.alone, theirs.alone);
    memory.theirs = Math.min(memory.theirs, theirs.residentMegabytes());
    memory.withEtcd = Math.min(memory.withEtcd, theirs.allResidentMegabytes());
    await theirs.stop();
    const ours = await startTrestle();
    best.ours = Math.min(best.ours, ours.milliseconds);
    memory.ours = Math.min(memory.ours, ours.residentMegabytes());
    await ours.stop();
  }
  row('first start until ready, with etcd', { theirs: best.both, ours: best.ours }, 'ms');
  row('first start until ready, etcd being there', { theirs: best.alone, ours: best.ours }, 'ms');
  row('memory when ready, with etcd', { theirs: memory.withEtcd, ours: memory.ours }, 'MB');
  row('memory when ready, without etcd', { theirs: memory.theirs, ours: memory.ours }, 'MB');
}

/** The first start after a build or an installation compiles and caches the code for later ones. */
async function startOnce() {
  const server = await startTrestle();
  await new Promise((resolve) => setTimeout(resolve, keepSeconds * 1000));
  await server.stop();
}

async function compareIdle(row, servers) {
  const seconds = 10;
  await new Promise((resolve) => setTimeout(resolve, settleSeconds * 1000));
  const took = await forEach(servers, (server) =>
    cpuOf(server, () => new Promise((resolve) => setTimeout(resolve, seconds * 1000))),
  );
  row('CPU of a second in which nothing happens', perUnit(took, seconds * 1000), 'ms');
}

async function compareWrites(row, servers) {
  const created = await forEach(servers, async (server) => {
    await write(server, { count: writesBefore, prefix: 'warm' });
    return cpuOf(server, () => write(server, { count: writes, prefix: 'object' }));
  });
  row('create of 1.2 KB, CPU', perUnit(created, writes), 'µs');
}

async function compareReads(row, servers) {
  const load = await startChild(new URL('../server/support/http-processes.mjs', import.meta.url), 'load', 'h2');
  const cpuPer = async (path, unit) =>
    forEach(servers, async ({ port, ...server }) => {
      const once = () => ask(load, { run: { port, path, milliseconds: loadMilliseconds, workers: unit.workers } });
      await once();
      let answer;
      const took = await cpuOf(server, async () => {
        answer = await once();
      });
      return took / unit.of(answer);
    });
  const get = await cpuPer(`${namespace}/configmaps/object-0`, { of: ({ requests }) => requests });
  row('GET of 1.2 KB, CPU', get, 'µs');
  const list = await cpuPer(`${namespace}/configmaps?limit=${objects}`, {
    of: ({ requests }) => requests * 1000,
    workers: 2,
  });
  row(`LIST of ${figure(objects)} objects, CPU`, list, 'ms');
  load.kill();
}

async function compareWatches(row, servers) {
  const took = await forEach(servers, async (server) => {
    const load = await startChild(new URL('../server/support/http-processes.mjs', import.meta.url), 'load', 'h2');
    const path = `${namespace}/configmaps?watch=true&fieldSelector=metadata.name=object-0&resourceVersion=0`;
    await ask(load, { open: { port: server.port, path, streams: watches } });
    const change = (count) => async () => {
      const arrived = ask(load, { receiveMore: { lines: count * watches } });
      for (let index = 0; index < count; index++) await replace(server, `value-${index}-${Math.random()}`);
      await arrived;
    };
    await change(events)();
    const cpu = await cpuOf(server, change(events));
    load.kill();
    return cpu;
  });
  row(`an event to one of ${figure(watches)} watches, CPU`, perUnit(took, events * watches), 'µs');
}

async function compareDefinitions(row, servers) {
  const memory = {};
  const took = await forEach(servers, async (server, name) => {
    const before = server.residentMegabytes();
    const cpu = await cpuOf(server, () => define(server));
    memory[name] = (server.residentMegabytes() - before) * 1024;
    return cpu;
  });
  row('a CRD, created, established and listed, CPU', perUnit(took, definitions * 1000), 'ms');
  row('a CRD, resident memory', perUnit(memory, definitions), 'KiB');
}

async function forEach(servers, measure) {
  const figures = {};
  for (const [name, server] of Object.entries(servers)) figures[name] = await measure(server, name);
  return figures;
}

const perUnit = ({ theirs, ours }, units) => ({ theirs: theirs / units, ours: ours / units });

/** CPU time of a server's process during the work, in microseconds. */
async function cpuOf(server, work) {
  const before = server.cpuMicroseconds();
  await work();
  return server.cpuMicroseconds() - before;
}

const configMap = (name, value) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });
const filling = 'x'.repeat(900);

async function write(server, { count, prefix }) {
  await withSession(server, async (send) => {
    let next = 0;
    const worker = async () => {
      while (next < count) await send('POST', `${namespace}/configmaps`, configMap(`${prefix}-${next++}`, filling));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });
}

function replace(server, value) {
  return withSession(server, (send) =>
    send('PUT', `${namespace}/configmaps/object-0`, configMap('object-0', `${filling}${value}`)),
  );
}

async function define(server) {
  await withSession(server, async (send) => {
    for (let index = 0; index < definitions; index++) {
      await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition(index));
      const path = `/apis/compare.example.com/v1/namespaces/default/things${index}`;
      while (!(await send('GET', path, undefined, { mayFail: true }))) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  });
}

function definition(index) {
  const [plural, kind] = [`things${index}`, `Thing${index}`];
  const text = { type: 'string', maxLength: 100, description: 'What it is called.' };
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field${field}`, text]));
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.compare.example.com` },
    spec: {
      group: 'compare.example.com',
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

async function withSession({ port }, work) {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  try {
    return await work((method, path, body, options) => exchange(session, { method, path, body, ...options }));
  } finally {
    session.close();
  }
}

function exchange(session, { method, path, body, mayFail = false }) {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': method,
      ':path': path,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    });
    let [status, text] = [0, ''];
    stream.on('response', (headers) => {
      status = headers[':status'];
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('end', () => {
      if (status < 300 || mayFail) resolve(status < 300);
      else reject(new Error(`${method} ${path}: ${status} ${text}`));
    });
    stream.end(body && JSON.stringify(body));
  });
}

function figure(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
