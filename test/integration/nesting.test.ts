// Deeply nested documents get the same responses as from kube-apiserver, and never an internal error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionFrom } from '../../src/client/kubeconfig/index.js';
import { Http2Transport } from '../../src/client/rest/index.js';
import { TestServer } from '../../src/testing/index.js';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'nests.deep.example.com' },
  spec: {
    group: 'deep.example.com',
    scope: 'Namespaced',
    names: { plural: 'nests', kind: 'Nest' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

const logged: string[] = [];
let server: TestServer;
let transport: Http2Transport;
beforeAll(async () => {
  server = await TestServer.start({ crds: [definition], log: (text) => logged.push(text) });
  transport = new Http2Transport(await connectionFrom(server.kubeconfig));
  await send('POST', maps, '{"metadata":{"name":"base"}}', 'application/json');
});
afterAll(async () => {
  await transport.close();
  await server.close();
});

const nests = '/apis/deep.example.com/v1/namespaces/default/nests';
const maps = '/api/v1/namespaces/default/configmaps';
let count = 0;

async function send(method: string, target: string, text: string, type: string) {
  const headers = { 'content-type': type, accept: 'application/json' };
  const response = await transport.send({ method, target, headers, body: Buffer.from(text) });
  const body = (await response.body()).toString();
  return { status: response.status, message: response.status < 300 ? '' : (JSON.parse(body).message as string) };
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const nest = (name: string, depth: number) =>
  `{"apiVersion":"deep.example.com/v1","kind":"Nest","metadata":{"name":"${name}"},"spec":${nested(depth)}}`;
const apply = 'application/apply-patch+yaml';

const ways: Record<string, (depth: number) => Promise<{ status: number; message: string }>> = {
  create: (depth) => send('POST', nests, nest(`n${++count}`, depth), 'application/json'),
  'create by YAML': (depth) => send('POST', nests, nest(`n${++count}`, depth), 'application/yaml'),
  apply: (depth) => {
    const name = `n${++count}`;
    return send('PATCH', `${nests}/${name}?fieldManager=m`, nest(name, depth), apply);
  },
  'apply again': async (depth) => {
    const target = `${nests}/again-${depth}?fieldManager=m&force=true`;
    await send('PATCH', target, nest(`again-${depth}`, depth), apply);
    return send('PATCH', target, nest(`again-${depth}`, depth - 1), apply);
  },
  'merge patch': (depth) => send('PATCH', `${maps}/base`, `{"x":${nested(depth)}}`, 'application/merge-patch+json'),
  'strategic merge patch': (depth) =>
    send('PATCH', `${maps}/base`, `{"x":${nested(depth)}}`, 'application/strategic-merge-patch+json'),
  'JSON patch': (depth) =>
    send('PATCH', `${maps}/base`, `[{"op":"add","path":"/x","value":${nested(depth)}}]`, 'application/json-patch+json'),
};

describe.each(Object.entries(ways))('%s', (_name, way) => {
  test.each([100, 500, 1000, 5000, 9900])('takes %i levels', async (depth) => {
    const { status, message } = await way(depth);
    expect([message, Math.floor(status / 100)]).toEqual(['', 2]);
  });

  test.each([10_001, 50_000])('refuses %i levels', async (depth) => {
    expect(await way(depth)).toEqual({ status: 400, message: expect.stringMatching(/exceeded max depth/) });
  });
});

test('YAML by indentation may have as many levels as fit into a request', async () => {
  const lines = Array.from({ length: 2000 }, (_, level) => `${' '.repeat(level + 1)}a:`);
  const text = `apiVersion: deep.example.com/v1\nkind: Nest\nmetadata: {name: lines}\nspec:\n${lines.join('\n')}`;
  expect(await send('PATCH', `${nests}/lines?fieldManager=m`, text, apply)).toEqual({ status: 201, message: '' });
});

describe.each([
  ['braces', (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
  ['brackets', (depth: number) => `{a: ${'['.repeat(depth)}1${']'.repeat(depth)}}`],
  ['dashes', (depth: number) => `\n a:\n  ${'- '.repeat(depth)}1\n`],
])('YAML in %s', (form, nestedIn) => {
  const text = (depth: number) =>
    `apiVersion: deep.example.com/v1\nkind: Nest\nmetadata: {name: ${form}-${depth}}\nspec: ${nestedIn(depth)}`;

  test.each([1100, 9900])('may have %i levels', async (depth) => {
    const target = `${nests}/${form}-${depth}?fieldManager=m`;
    expect(await send('PATCH', target, text(depth), apply)).toEqual({ status: 201, message: '' });
  });

  test('may not have 10,001', async () => {
    const line = form === 'dashes' ? 6 : 4;
    expect(await send('PATCH', `${nests}/${form}-10001?fieldManager=m`, text(10_001), apply)).toEqual({
      status: 400,
      message: `error decoding YAML: error converting YAML to JSON: yaml: line ${line}: exceeded max depth of 10000`,
    });
  });
});

test.each([
  ['objects', (inner: object) => ({ type: 'object', properties: { a: inner } })],
  ['lists', (inner: object) => ({ type: 'array', items: inner })],
  [
    'objects with rules',
    (inner: object) => ({ type: 'object', properties: { a: inner }, 'x-kubernetes-validations': [{ rule: 'true' }] }),
  ],
])('the schema of a definition may have 1,000 levels of %s', async (_what, around) => {
  let schema: object = { type: 'string' };
  for (let level = 0; level < 1000; level++) schema = around(schema);
  const plural = `deep${++count}s`;
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.deep.example.com` },
    spec: {
      group: 'deep.example.com',
      scope: 'Namespaced',
      names: { plural, kind: `Deep${count}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } },
        },
      ],
    },
  };
  const target = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect(await send('POST', target, JSON.stringify(definition), 'application/json')).toEqual({
    status: 201,
    message: '',
  });
});

test('owners that would make an object unreadable are an error', async () => {
  const target = `${nests}/edge?fieldManager=m`;
  const message = "invalid character '{' exceeded max depth";
  expect(await send('PATCH', target, nest('edge', 9997), apply)).toEqual({ status: 500, message });
});

test('nothing of it is an error in the log', () => {
  expect(logged.filter((line) => /^E/m.test(line))).toEqual([]);
});
