import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiExtensionsServer } from '../../dist/apiextensions/index.js';
import { SharedServer } from '../../dist/server/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';
import { timed } from '../harness.mjs';

export const title = '1,000 CustomResourceDefinitions';

const count = 1000;
const perGroup = 10;
const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const definitionsResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

export async function run(bench) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const server = await start(await EmbeddedStorage.open({ directory }));
  try {
    await measure(bench, server);
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(bench, server) {
  const { client } = server;
  bench.row('schema of each', JSON.stringify(schema()).length, 'bytes');
  const before = memory();
  const batches = [];
  for (let first = 0; first < count; first += 100) {
    batches.push(await timed(() => makeAll(server, first, first + 100)));
  }
  const perDefinition = batches.map(({ cpuSeconds }) => cpuSeconds * 10);
  const createCpu = Math.min(...perDefinition);
  const idle = (memory() - before) / count / 1024;
  const listed = await timed(async () => {
    for (let index = 0; index < count; index++) await client.resource(resourceOf(index)).list();
  });
  const listCpu = (listed.cpuSeconds * 1000) / count;
  bench.row('creating and establishing one, CPU, best of ten hundreds', createCpu, 'ms');
  bench.row('the first list of its objects, CPU', listCpu, 'ms');
  bench.row('both', createCpu + listCpu, 'ms', { atMost: 5 });
  bench.row('memory of one that is idle', idle, 'KiB', { atMost: 50 });
  bench.row('memory of one whose objects were listed', (memory() - before) / count / 1024, 'KiB');
  const [early, late] = [perDefinition.slice(0, 5), perDefinition.slice(5)].map((half) => Math.min(...half));
  bench.row('one of the second half against one of the first', late / early, 'times', { atMost: 1.2 });
  await latency(bench, server);
  await documents(bench, server);
}

/** From the creation of a definition to the first list of its objects, one at a time. */
async function latency(bench, server) {
  const took = [];
  for (let index = count; index < count + 50; index++) {
    const begin = performance.now();
    await makeAll(server, index, index + 1);
    await server.client.resource(resourceOf(index)).list();
    took.push(performance.now() - begin);
  }
  took.sort((a, b) => a - b);
  bench.row('one more, from its creation until its objects are listed, median', took[25], 'ms');
}

async function documents(bench, server) {
  const { get } = server;
  const cpu = async (work) => (await timed(work)).cpuSeconds * 1000;
  const discover = () => cpu(() => get('/apis', { accept: aggregated }));
  bench.row('aggregated discovery, first time, CPU', await discover(), 'ms', { atMost: 20 });
  const again = [];
  for (let index = count + 50; index < count + 55; index++) {
    await makeAll(server, index, index + 1);
    again.push(await discover());
  }
  bench.row('aggregated discovery after one more, best of five', Math.min(...again), 'ms', { atMost: 5 });
  const index = await cpu(() => get('/openapi/v3'));
  bench.row('index of OpenAPI v3, first time, CPU', index, 'ms', { atMost: 100 });
  const group = await cpu(() => get('/openapi/v3/apis/g7.example.com/v1'));
  bench.row(`OpenAPI v3 of a group of ${perGroup}, first time, CPU`, group, 'ms', { atMost: 100 });
  const v2 = await cpu(() => get('/openapi/v2'));
  bench.row('OpenAPI v2 of all, first time, CPU', v2, 'ms');
}

/** Resolves when all of them are established. */
async function makeAll({ crds, definitions }, first, end) {
  const waiting = new Set();
  for (let index = first; index < end; index++) waiting.add(nameOf(index));
  const established = new Promise((resolve) => {
    const stop = definitions.addHandler({
      updated: (_old, { metadata, status }) => {
        if (status.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True'))
          waiting.delete(metadata.name);
        if (waiting.size === 0) resolve(stop());
      },
    });
  });
  for (let index = first; index < end; index++) await crds.create(definition(index));
  await established;
}

async function start(storage) {
  const shared = new SharedServer();
  const server = new ApiExtensionsServer({ storage, shared });
  server.prepare();
  await shared.lifecycle.start(async () => ({ retire: async () => {}, destroy: async () => {} }));
  await server.definitions.synced();
  const { client } = shared.loopback;
  return {
    client,
    crds: client.resource(definitionsResource),
    definitions: server.definitions,
    get: async (target, { accept } = {}) => (await client.response({ method: 'GET', target, accept })).body(),
    close: async () => {
      await shared.lifecycle.shutdown('the end of the benchmark');
      await server.close();
      await storage.close();
    },
  };
}

function nameOf(index) {
  return `widgets${index}.${groupOf(index)}`;
}

function groupOf(index) {
  return `g${Math.floor(index / perGroup)}.example.com`;
}

function resourceOf(index) {
  return { group: groupOf(index), version: 'v1', resource: `widgets${index}` };
}

function definition(index) {
  const kind = `Widget${index}`;
  const names = { plural: `widgets${index}`, singular: `widget${index}`, kind, shortNames: [`w${index}`] };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema() } };
  const columns = [{ name: 'Ready', type: 'string', jsonPath: '.status.conditions[0].status' }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: nameOf(index) },
    spec: {
      group: groupOf(index),
      scope: 'Namespaced',
      names,
      versions: [{ ...version, subresources: { status: {} }, additionalPrinterColumns: columns }],
    },
  };
}

/** Like that of a small operator: a few documented fields, a list of references, conditions. */
function schema() {
  const text = (name) => ({
    type: 'string',
    description: `What the ${name} of the widget is to be, as a user sees it.`,
  });
  const reference = {
    type: 'object',
    description: 'Names an object in the same namespace, and one of its keys.',
    required: ['name'],
    properties: { name: text('name'), key: text('key'), optional: { type: 'boolean' } },
  };
  const fields = ['image', 'command', 'schedule', 'timezone', 'storageClass', 'serviceAccount', 'priority', 'region'];
  const spec = {
    type: 'object',
    description: 'What is desired.',
    required: ['image'],
    properties: {
      ...Object.fromEntries(fields.map((field) => [field, { ...text(field), maxLength: 253 }])),
      replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1, description: 'How many there are to be.' },
      suspend: { type: 'boolean', description: 'Nothing is started while it is set.' },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      resources: {
        type: 'object',
        properties: {
          limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
          requests: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
        },
      },
      secrets: {
        type: 'array',
        items: reference,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
      configMaps: { type: 'array', items: reference },
    },
  };
  const condition = {
    type: 'object',
    required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
    properties: {
      type: { ...text('type'), pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?)+$', maxLength: 316 },
      status: { ...text('status'), enum: ['True', 'False', 'Unknown'] },
      lastTransitionTime: { type: 'string', format: 'date-time' },
      reason: { ...text('reason'), minLength: 1, maxLength: 1024 },
      message: { ...text('message'), maxLength: 32768 },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    },
  };
  const status = {
    type: 'object',
    description: 'What is there.',
    properties: {
      replicas: { type: 'integer', format: 'int32' },
      selector: { type: 'string' },
      conditions: {
        type: 'array',
        items: condition,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['type'],
      },
    },
  };
  return { type: 'object', description: 'A widget.', properties: { spec, status } };
}

/** Bytes in use, buffers included. */
function memory() {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
