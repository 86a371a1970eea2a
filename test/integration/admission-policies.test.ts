import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

const group = 'limits.example.com';
const definition = (plural: string, kind: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { max: { type: 'integer' }, size: { type: 'integer' }, note: { type: 'string', default: 'none' } },
    },
  },
};
const match = {
  resourceRules: [{ apiGroups: [group], apiVersions: ['v1'], resources: ['boxes'], operations: ['CREATE', 'UPDATE'] }],
};

test('policies hold for custom resources, with custom resources as parameters, until the program ends', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'tokens'), 'admin-token,admin,admin,"system:masters"\n');
  const program = new ProgramProcess('main', ['--secure-port=0', '--token-auth-file=tokens'], directory);
  const url = await program.readyUrl();
  const send = async (method: string, target: string, body?: object, contentType = 'application/json') => {
    const headers = { 'content-type': contentType };
    const response = await call(url + target, { method, token: 'admin-token', body, headers });
    return { status: response.status, json: response.body.startsWith('{') ? JSON.parse(response.body) : {} };
  };
  const create = async (target: string, body: object): Promise<void> => {
    const { status, json } = await send('POST', target, body);
    expect([status, json.message]).toEqual([201, undefined]);
  };
  const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const objects = (plural: string) => `/apis/${group}/v1/namespaces/default/${plural}`;
  const box = (name: string, size: number) => ({
    apiVersion: `${group}/v1`,
    kind: 'Box',
    metadata: { name },
    spec: { size },
  });
  const put = async (name: string, size: number) => send('POST', objects('boxes'), box(name, size));

  for (const [plural, kind] of [
    ['boxes', 'Box'],
    ['limits', 'Limit'],
  ] as const) {
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition(plural, kind));
    await eventually(async () => (await send('GET', objects(plural))).status === 200);
  }
  const admission = '/apis/admissionregistration.k8s.io/v1';
  await create(`${admission}/validatingadmissionpolicies`, {
    metadata: { name: 'size' },
    spec: {
      paramKind: { apiVersion: `${group}/v1`, kind: 'Limit' },
      matchConstraints: match,
      validations: [
        { expression: 'object.spec.size <= params.spec.max', messageExpression: "'over ' + string(params.spec.max)" },
      ],
    },
  });
  await create(`${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: 'size' },
    spec: {
      policyName: 'size',
      paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' },
      validationActions: ['Deny'],
    },
  });
  expect((await put('a', 1)).json.message).toContain('no params found for policy binding');
  await create(objects('limits'), {
    apiVersion: `${group}/v1`,
    kind: 'Limit',
    metadata: { name: 'limit' },
    spec: { max: 2 },
  });
  await eventually(async () => (await put('a', 1)).status === 201);
  expect((await put('b', 3)).json.message).toMatch(/denied request: over 2$/);
  await send('PATCH', `${objects('limits')}/limit`, { spec: { max: 3 } }, 'application/merge-patch+json');
  await eventually(async () => (await put('b', 3)).status === 201);

  await create(`${admission}/mutatingadmissionpolicies`, {
    metadata: { name: 'note' },
    spec: {
      matchConstraints: match,
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{spec: Object.spec{size: object.spec.size + 1}}' },
        },
        {
          patchType: 'JSONPatch',
          jsonPatch: {
            expression:
              '[JSONPatch{op: "remove", path: "/spec/note"}, JSONPatch{op: "add", path: "/spec/unknown", value: 1}]',
          },
        },
      ],
    },
  });
  await create(`${admission}/mutatingadmissionpolicybindings`, {
    metadata: { name: 'note' },
    spec: { policyName: 'note' },
  });
  expect((await put('c', 2)).json.spec).toEqual({ size: 3, note: 'none' });
  expect((await put('d', 3)).json.message).toMatch(/denied request: over 3$/);
  expect(await send('DELETE', `${admission}/validatingadmissionpolicybindings/size`)).toMatchObject({ status: 200 });
  expect((await put('d', 3)).status).toBe(201);
  expect((await program.end()).code).toBe(0);
}, 20_000);
