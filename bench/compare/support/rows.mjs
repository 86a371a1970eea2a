// The rows of the comparison. `measure` returns a figure for each of `limits`.
import { setTimeout as pause } from 'node:timers/promises';

const group = '/apis/bench.example.com/v1';
const widgets = `${group}/namespaces/default/widgets`;
const configMaps = '/api/v1/namespaces/default/configmaps';
const mergePatch = { method: 'PATCH', contentType: 'application/merge-patch+json' };
const objects = 10_000;
const watches = 200;
const storedObjects = 13_000;
/** V8 collects the garbage of an idle server within a minute. */
const settleMilliseconds = 60_000;
const definitions = 100;
const loadMilliseconds = 4000;
/** Thousands of writes before the measured one: the steady state is compared, and the JIT compiler needs time to get there. */
const warmRounds = 7;

const cpu = (atMost) => ({ unit: 'µs', atMost });
const milliseconds = (atMost) => ({ unit: 'ms', atMost });
const rate = (atLeast) => ({ unit: '/s', atLeast });

/** The same row on etcd, with limits of its own: etcd's CPU is not counted. */
const onEtcd = (limits) => (row) => ({ ...row, name: `${row.name}, on etcd`, limits: { ...row.limits, ...limits } });

export const rows = [
  {
    name: `a CRD created and served`,
    limits: {
      CPU: milliseconds(2),
      memory: { unit: 'KiB', atMost: 50 },
      'CPU of the next hundred': { unit: 'ms' },
      'memory of the next hundred': { unit: 'KiB' },
    },
    measure: async (server) => {
      const { CPU, memory } = await measureDefinitions(server, 0);
      const next = await measureDefinitions(server, definitions);
      return { CPU, memory, 'CPU of the next hundred': next.CPU, 'memory of the next hundred': next.memory };
    },
  },
  {
    name: 'create of a custom resource, 64 in flight',
    limits: { CPU: cpu(220), rate: rate(2000) },
    onEtcd: onEtcd({ CPU: cpu(490) }),
    measure: async (server) => {
      await defineWidgets(server);
      const create = { method: 'POST', path: widgets, inFlight: 64 };
      await server.run({ ...create, body: widget('warm-{n}'), count: 4000 });
      const { result, cpu: took } = await server.withCpu(() =>
        server.run({ ...create, body: widget('w-{n}'), count: 4000 }),
      );
      return { CPU: took / result.requests, rate: result.requests / result.seconds };
    },
  },
  {
    name: 'GET of a custom resource, HTTP/2',
    limits: { CPU: cpu(45) },
    measure: async (server) => cpuRow(server, { protocol: 'h2', path: `${widgets}/w-7`, inFlight: 64 }),
  },
  {
    name: 'GET of a custom resource, HTTP/1.1',
    limits: { CPU: cpu(55) },
    measure: async (server) => cpuRow(server, { path: `${widgets}/w-7`, inFlight: 8 }),
  },
  {
    name: 'server-side apply',
    limits: { CPU: cpu(350) },
    onEtcd: onEtcd({ CPU: cpu(760) }),
    measure: async (server) => {
      await defineWidgets(server);
      const contentType = 'application/apply-patch+yaml';
      const path = `${widgets}/applied-{n}?fieldManager=bench&force=true`;
      const once = (size, count) =>
        server.run({ method: 'PATCH', contentType, path, body: widget('applied-{n}', { size }), count, inFlight: 16 });
      for (let size = 1; size <= warmRounds; size++) await once(size, 1000);
      const { result, cpu: took } = await server.withCpu(() => once(warmRounds + 1, 1000));
      return { CPU: took / result.requests };
    },
  },
  {
    name: 'merge patch of 1,000 objects',
    limits: { CPU: cpu(250) },
    onEtcd: onEtcd({ CPU: cpu(750) }),
    measure: async (server) => {
      await defineWidgets(server);
      await server.once('patched', () =>
        server.run({ method: 'POST', path: widgets, body: widget('patched-{n}'), count: 1000, inFlight: 16 }),
      );
      const once = (size) =>
        server.run({
          ...mergePatch,
          path: `${widgets}/patched-{n}`,
          body: `{"spec":{"size":${size}}}`,
          count: 1000,
          inFlight: 16,
        });
      for (let size = 2; size <= warmRounds; size++) await once(size);
      const { result, cpu: took } = await server.withCpu(() => once(warmRounds + 1));
      return { CPU: took / result.requests };
    },
  },
  {
    name: 'merge patch of one ConfigMap by 16 clients',
    limits: { CPU: cpu(300), rate: rate(3000) },
    measure: async (server) => {
      await createConfigMaps(server);
      const request = { ...mergePatch, path: `${configMaps}/one`, body: '{"data":{"mark":"{n}"}}', inFlight: 16 };
      const { cpu: CPU, rate: perSecond } = await server.cpuOfRequests({ ...request, milliseconds: loadMilliseconds });
      return { CPU, rate: perSecond };
    },
  },
  {
    name: 'list of 10,000 custom resources',
    limits: { CPU: milliseconds(20) },
    measure: async (server) => listRow(server, ''),
  },
  {
    name: 'list of 1,000 of them by label',
    limits: { CPU: milliseconds(3) },
    measure: async (server) => listRow(server, '?labelSelector=shard%3D7'),
  },
  {
    name: 'list with limit=500',
    limits: { CPU: milliseconds(1) },
    measure: async (server) => listRow(server, '?limit=500'),
  },
  {
    name: 'event after the response to its write, p50',
    limits: { 'one writer': milliseconds(0.2), '20 writers': milliseconds(1) },
    measure: async (server) => {
      await createConfigMaps(server);
      await server.load('watch', { path: `${configMaps}?watch=true&labelSelector=lag%3Dyes`, streams: 1 });
      const median = async (writers) => {
        const path = `${configMaps}/lag-{n}`;
        const { milliseconds: all } = await server.load('lags', { path, writers, count: 1000 });
        return all.sort((a, b) => a - b)[all.length >> 1];
      };
      await median(4);
      return { 'one writer': await median(1), '20 writers': await median(20) };
    },
  },
  {
    name: `event to one of ${watches} watches, 16 clients patch one object`,
    limits: { CPU: cpu(13), 'memory after all rows': { unit: 'MB' } },
    onEtcd: onEtcd({ CPU: cpu(25), 'memory after all rows': { unit: 'MB' } }),
    measure: measureEvents,
  },
];

/** What is resident at rest. Each row has servers of its own, which do nothing else. */
export const memoryRows = [
  {
    name: 'resident, with 13,000 objects and 200 watches',
    limits: { memory: { unit: 'MB', atMost: 130 }, 'of that, mapped files': { unit: 'MB' } },
    measure: measureObjects,
  },
  {
    name: `resident at rest, of each of ${2 * definitions} CRDs that were created and listed`,
    limits: { memory: { unit: 'KiB', atMost: 50 } },
    measure: async (server) => {
      await pause(settleMilliseconds);
      const before = server.residentMegabytes;
      await createDefinitions(server, { first: 0, count: 2 * definitions });
      await pause(settleMilliseconds);
      return { memory: ((server.residentMegabytes - before) * 1024) / (2 * definitions) };
    },
  },
];

async function measureObjects(server) {
  await defineWidgets(server);
  await server.run({ method: 'POST', path: widgets, body: widget('w-{n}'), count: storedObjects, inFlight: 16 });
  await server.load('watch', { path: `${widgets}?watch=true&fieldSelector=metadata.name%3Dw-7`, streams: watches });
  await pause(settleMilliseconds);
  return { memory: server.residentMegabytes, 'of that, mapped files': server.residentFileMegabytes };
}

async function cpuRow(server, request) {
  await defineWidgets(server);
  await server.once('w-7', () => server.send({ method: 'POST', path: widgets, body: widget('w-7') }).catch(() => {}));
  const { cpu: CPU } = await server.cpuOfRequests({ ...request, milliseconds: loadMilliseconds });
  return { CPU };
}

async function listRow(server, query) {
  await defineWidgets(server);
  await server.once('listed', async () => {
    for (let shard = 0; shard < 10; shard++) {
      const body = widget(`listed-${shard}-{n}`, { shard: String(shard), namespace: 'listed' });
      const path = `${group}/namespaces/listed/widgets`;
      await server.run({ method: 'POST', path, body, count: objects / 10, inFlight: 32 });
    }
  });
  const path = `${group}/namespaces/listed/widgets${query}`;
  const { cpu: took } = await server.cpuOfRequests({ path, inFlight: 2, milliseconds: loadMilliseconds });
  return { CPU: took / 1000 };
}

/** Patches of one object, less what the same patches cost without watches, shared among all events that arrived. */
async function measureEvents(server) {
  await createConfigMaps(server);
  const request = { ...mergePatch, path: `${configMaps}/one`, body: '{"data":{"mark":"{n}"}}', inFlight: 16 };
  const { cpu: alone } = await server.cpuOfRequests({ ...request, milliseconds: loadMilliseconds });
  const path = `${configMaps}?watch=true&fieldSelector=metadata.name%3Done`;
  await server.load('watch', { path, streams: watches });
  await server.run({ ...request, milliseconds: 2000 });
  await pause(1000);
  await server.load('received');
  const { result, cpu: took } = await server.withCpu(async () => {
    const patched = await server.run({ ...request, milliseconds: loadMilliseconds });
    await pause(1000);
    return { ...patched, ...(await server.load('received')) };
  });
  return {
    CPU: (took - alone * result.requests) / result.lines,
    'memory after all rows': server.residentMegabytes,
  };
}

/** The first ones pay for the growth of the heap, and for code that has not run before. */
async function measureDefinitions(server, first) {
  const before = server.residentMegabytes;
  const { cpu: took } = await server.withCpu(() => createDefinitions(server, { first, count: definitions }));
  const memory = ((server.residentMegabytes - before) * 1024) / definitions;
  return { CPU: took / definitions / 1000, memory };
}

async function createDefinitions(server, { first, count }) {
  for (let index = first; index < first + count; index++) {
    await define(server, { plural: `things${index}`, kind: `Thing${index}` });
  }
}

async function define(server, { plural, kind }) {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await server.send({ method: 'POST', path, body: JSON.stringify(definition({ plural, kind })) });
  for (;;) {
    try {
      return await server.send({ path: `${group}/namespaces/default/${plural}` });
    } catch {
      await pause(5);
    }
  }
}

const defineWidgets = (server) =>
  server.once('widgets', async () => {
    await define(server, { plural: 'widgets', kind: 'Widget' });
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'listed' } });
    await server.send({ method: 'POST', path: '/api/v1/namespaces', body });
  });

const createConfigMaps = (server) =>
  server.once('config maps', async () => {
    const create = (name, labels, count) => {
      const body = JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, labels },
        data: { filling },
      });
      return server.run({ method: 'POST', path: configMaps, body, count, inFlight: 1 });
    };
    await create('one', {}, 1);
    await create('lag-{n}', { lag: 'yes' }, 20);
  });

const filling = 'x'.repeat(800);

/** About 1.2 KB when it is stored. */
function widget(name, { size = 1, shard = '0', namespace = 'default' } = {}) {
  return JSON.stringify({
    apiVersion: 'bench.example.com/v1',
    kind: 'Widget',
    metadata: { name, namespace, labels: { shard, app: 'bench' } },
    spec: { field0: filling.slice(0, 90), field1: filling.slice(0, 90), size, notes: filling.slice(0, 400) },
  });
}

function definition({ plural, kind }) {
  const text = { type: 'string', maxLength: 100, description: 'What it is called.' };
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field${field}`, text]));
  const spec = { ...properties, size: { type: 'integer', minimum: 0 }, notes: { type: 'string' } };
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.bench.example.com` },
    spec: {
      group: 'bench.example.com',
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}
