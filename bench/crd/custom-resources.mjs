import { ApiExtensionsServer } from '../../dist/apiextensions/index.js';
import { inject } from '../../dist/server/http/index.js';
import { ApiServer, SharedServer } from '../../dist/server/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';
import { timed } from '../harness.mjs';

export const title = 'custom resources, in process, in memory';

const count = 10_000;
const calls = 2000;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const path = (version, name = '') =>
  `/apis/bench.example.com/${version}/namespaces/default/widgets${name && `/${name}`}`;

export async function run(bench) {
  const server = await start();
  try {
    await measure(bench, server);
  } finally {
    await server.close();
  }
}

async function measure(bench, { call }) {
  await define(call);
  await create(call, 'warm');
  const created = await best(async (round) => {
    for (let index = 0; index < count / 5; index++) await create(call, `w${round}-${index}`);
  });
  bench.row('create of 1 KB', microseconds(created, count / 5), 'µs');
  bench.row('GET in the version that is stored', await reading(call, path('v1', 'w0-0')), 'µs');
  bench.row('GET in another version, by name', await reading(call, path('v2', 'w0-0')), 'µs');
  const list = () => call('GET', path('v1'));
  bench.row(`LIST of ${count.toLocaleString('en-US')} in the version that is stored`, await milliseconds(list), 'ms');
  bench.row('the same in another version', await milliseconds(() => call('GET', path('v2'))), 'ms');
  await change(call);
  const first = await timed(list);
  bench.row('the first one after a change of the schema', first.cpuSeconds * 1000, 'ms', { atMost: 1000 });
  bench.row('the next one', await milliseconds(list), 'ms');
}

async function start() {
  const storage = await EmbeddedStorage.open();
  const shared = new SharedServer();
  const extensions = new ApiExtensionsServer({ storage, shared });
  const server = new ApiServer({ storage, shared, delegate: extensions });
  server.prepare();
  await extensions.definitions.start();
  const informed = new AbortController();
  await shared.lifecycle.start(async () => ({
    retire: async () => {},
    destroy: async () => informed.abort(),
    port: 0,
  }));
  const call = async (method, target, body, type = 'application/json') => {
    const headers = body === undefined ? {} : { 'content-type': type };
    const init = { method, target, headers, ...(body && { body: Buffer.from(JSON.stringify(body)) }) };
    const answer = await inject(server.handle, init);
    const bytes = await answer.body();
    if (answer.status > 299) throw new Error(`${method} ${target}: ${answer.status} ${bytes}`);
    return bytes;
  };
  return {
    call,
    close: async () => {
      await server.close();
      await extensions.close();
      await storage.close();
    },
  };
}

function version(name, storage) {
  const text = { type: 'string', maxLength: 200 };
  const item = { type: 'object', required: ['name'], properties: { name: text, value: text } };
  const list = { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const spec = { type: 'object', properties: { replicas: { type: 'integer', minimum: 0 }, image: text, list } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return { name, served: true, storage, schema };
}

async function define(call) {
  const names = { plural: 'widgets', kind: 'Widget' };
  const versions = [version('v1', true), version('v2', false)];
  const spec = { group: 'bench.example.com', scope: 'Namespaced', names, versions };
  const metadata = { name: 'widgets.bench.example.com' };
  await call('POST', definitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata,
    spec,
  });
  await until(() => call('GET', path('v1')));
}

async function change(call) {
  const target = `${definitions}/widgets.bench.example.com`;
  const definition = JSON.parse(await call('GET', target));
  for (const { schema } of definition.spec.versions) {
    schema.openAPIV3Schema.properties.spec.properties.added = { type: 'string', default: 'x' };
  }
  await call('PUT', target, definition);
  await until(async () => {
    if (!(await call('GET', path('v1', 'warm'))).includes('"added"')) throw new Error('not yet');
  });
}

function create(call, name) {
  const list = Array.from({ length: 10 }, (_, index) => ({
    name: `item-${index}`,
    value: `the value of the item ${index}`,
  }));
  const spec = { replicas: 3, image: 'registry.example.com/image:1', list };
  return call('POST', path('v1'), { apiVersion: 'bench.example.com/v1', kind: 'Widget', metadata: { name }, spec });
}

async function until(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

async function reading(call, target) {
  const took = await best(async () => {
    for (let index = 0; index < calls; index++) await call('GET', target);
  });
  return microseconds(took, calls);
}

async function milliseconds(work) {
  return (await best(work)) * 1000;
}

/** CPU seconds of the least disturbed round. */
async function best(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) least = Math.min(least, (await timed(() => work(round))).cpuSeconds);
  return least;
}

function microseconds(seconds, times) {
  return (seconds * 1e6) / times;
}
