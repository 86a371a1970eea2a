import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { alwaysAllow } from '../../../server/index.js';
import { configMaps, PolicyKube } from './policy-kube.test.support.js';

let kube: PolicyKube;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  kube = await PolicyKube.start(alwaysAllow);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => kube.close());

const apply = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patch = (...operations: string[]): JsonObject => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression: `[${operations.map((fields) => `JSONPatch{${fields}}`).join(', ')}]` },
});
async function enforce(policy: JsonObject, binding?: JsonObject): Promise<void> {
  ends.push(await kube.enforce(policy, binding));
}

const podRules = { resourceRules: [{ ...configMaps, resources: ['pods'] }] };
const createPod = (fields: JsonObject = {}) =>
  kube.call('POST', '/api/v1/namespaces/a/pods?dryRun=All', {
    metadata: { name: 'pod' },
    spec: { containers: [{ name: 'main', image: 'm', args: ['1'] }], ...fields },
  });

describe('a config map', () => {
  test.each<[string, JsonObject[], JsonObject]>([
    ['gets what is applied', [apply('Object{data: {"b": "2"}}')], { data: { a: '1', b: '2' } }],
    ['stays as it is where nothing is', [apply('Object{}')], { data: { a: '1' } }],
    ['is changed where it has something', [apply('Object{data: {"a": object.data.a + "0"}}')], { data: { a: '10' } }],
    ['is patched', [patch('op: "add", path: "/data/b", value: "2"')], { data: { a: '1', b: '2' } }],
    [
      'is patched by each operation, in their order',
      [patch('op: "copy", from: "/data/a", path: "/data/c"', 'op: "remove", path: "/data/a"')],
      { data: { c: '1' } },
    ],
    [
      'is not patched where a test fails',
      [patch('op: "add", path: "/data/b", value: "2"', 'op: "test", path: "/data/a", value: "9"')],
      { data: { a: '1' } },
    ],
    [
      'is changed by one mutation after the other',
      [apply('Object{data: {"b": "2"}}'), patch('op: "replace", path: "/data/a", value: object.data.b')],
      { data: { a: '2', b: '2' } },
    ],
    [
      'gets what an optional has',
      [apply('Object{?immutable: optional.of(true), ?binaryData: optional.none()}')],
      { data: { a: '1' }, immutable: true },
    ],
  ])('%s', async (_what, mutations, expected) => {
    await enforce({ mutations });
    const { status, json } = await kube.create('x', { data: { a: '1' } });
    const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...rest } = json;
    expect([status, rest]).toEqual([201, expected]);
  });

  test.each<[string, JsonObject, string]>([
    [
      'a field that is not there',
      apply('Object{spec: Object.spec{a: 1}}'),
      'error applying patch: failed to convert patch object to typed object: .spec: field not declared in schema',
    ],
    [
      'a value of another type',
      apply('Object{data: {"a": 1}}'),
      'error applying patch: failed to convert patch object to typed object: .data.a: expected string, got &value.valueUnstructured{Value:1}',
    ],
    [
      'bytes where there is text',
      apply('Object{binaryData: {"b": b"xy"}}'),
      'failed to convert patch object to typed object: .binaryData.b: expected string, got &value.valueUnstructured{Value:[]uint8{0x78, 0x79}}',
    ],
    [
      'a time where there is text',
      apply('Object{metadata: Object.metadata{creationTimestamp: timestamp("2020-01-01T00:00:00Z")}}'),
      '.metadata.creationTimestamp: expected any scalar, got &{2020-01-01 00:00:00 +0000 UTC}',
    ],
    [
      'a type of another place',
      apply('Object{metadata: Object.spec{}}'),
      'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    ],
    [
      'a patch at no place',
      patch('op: "remove", path: "/data/none"'),
      "JSON Patch: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value",
    ],
    ['an expression that fails', apply('Object{data: {"a": object.none}}'), 'resulted in error: no such key: none'],
  ])('%s is refused', async (_what, mutation, said) => {
    await enforce({ mutations: [mutation] });
    const { status, json } = await kube.create('x', { data: { a: '1' } });
    const message = expect.stringMatching(/^policy 'p\d+' with binding 'p\d+' denied request: /);
    expect([status, json]).toMatchObject([
      403,
      { message, reason: 'Invalid', details: { name: 'x', kind: 'configmaps', causes: [{ message }] } },
    ]);
    expect(json['message']).toContain(said);
  });

  test('is patched at keys that need care', async () => {
    const path = '"/metadata/annotations/" + jsonpatch.escapeKey("example.com/k~")';
    const operation = `op: "add", path: ${path}, value: "v"`;
    await enforce({ mutations: [patch('op: "add", path: "/metadata/annotations", value: {}', operation)] });
    const { status, json } = await kube.create('x');
    expect([status, json['message']]).toEqual([422, expect.stringContaining('"example.com/k~"')]);
  });

  test('failures are ignored where the policy says so, one by one', async () => {
    const mutations = [apply('Object{data: {"b": object.none}}'), apply('Object{data: {"c": "3"}}')];
    await enforce({ failurePolicy: 'Ignore', mutations });
    expect((await kube.create('x')).json['data']).toEqual({ c: '3' });
  });

  test.each([
    ['/kind', '"Nope"', 'no kind "Nope" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"'],
    [
      '/kind',
      '5',
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind",
    ],
    [
      '',
      '[]',
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct",
    ],
  ])('a patch of %j to %s is a mistake of the server', async (path, value, said) => {
    await enforce({ mutations: [patch(`op: "replace", path: "${path}", value: ${value}`)] });
    const { status, json } = await kube.create('x');
    expect([status, json['message']]).toEqual([500, expect.stringContaining(said)]);
  });

  test('a patch may leave out what the object is', async () => {
    await enforce({ mutations: [patch('op: "remove", path: "/kind"', 'op: "remove", path: "/apiVersion"')] });
    expect((await kube.create('x')).json).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
  });

  test('a patch with a field that the kind does not have is a mistake of the server', async () => {
    await enforce({ mutations: [patch('op: "add", path: "/spec", value: "x"')] });
    const { status, json } = await kube.create('x');
    expect([status, json['message']]).toEqual([
      500,
      'Internal error occurred: strict decoding error: unknown field "spec"',
    ]);
  });
});

describe('a pod', () => {
  test('has lists that are merged by their keys, and gets defaults for what is new', async () => {
    const containers =
      '[Object.spec.containers{name: "main", env: [Object.spec.containers.env{name: "A", value: "1"}]}, Object.spec.containers{name: "proxy", image: "p"}]';
    await enforce({
      matchConstraints: podRules,
      mutations: [apply(`Object{spec: Object.spec{containers: ${containers}}}`)],
    });
    const { json } = await createPod();
    expect((json['spec'] as { containers: JsonObject[] }).containers).toMatchObject([
      { name: 'main', image: 'm', args: ['1'], env: [{ name: 'A', value: '1' }] },
      { name: 'proxy', image: 'p', terminationMessagePath: '/dev/termination-log' },
    ]);
  });

  test('has lists that cannot be applied, as they would be replaced', async () => {
    const container = 'Object.spec.containers{name: "main", args: ["2"]}';
    await enforce({
      matchConstraints: podRules,
      mutations: [apply(`Object{spec: Object.spec{containers: [${container}]}}`)],
    });
    expect((await createPod()).json['message']).toContain(
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].args',
    );
  });

  test('may get an object by a patch', async () => {
    const value = 'Object.spec.containers{name: "proxy", image: "p"}';
    await enforce({
      matchConstraints: podRules,
      mutations: [patch(`op: "add", path: "/spec/containers/-", value: ${value}`)],
    });
    const { json } = await createPod();
    const names = (json['spec'] as { containers: { name: string }[] }).containers.map(({ name }) => name);
    expect(names).toEqual(['main', 'proxy']);
  });
});

test('policies come one after the other, and see what those before them made', async () => {
  await enforce({ mutations: [apply('Object{data: {"a": "1"}}')] });
  await enforce({ mutations: [apply('Object{data: {"b": object.data.a}}')] });
  await enforce({ validations: [{ expression: "object.data.b == '1'" }] });
  expect((await kube.create('x')).json['data']).toEqual({ a: '1', b: '1' });
});

test('policies with reinvocationPolicy IfNeeded run again when the object has changed after them', async () => {
  const seen = (name: string) =>
    apply(`Object{data: {"${name}": has(object.data) && has(object.data.late) ? "late" : "early"}}`);
  await enforce({ reinvocationPolicy: 'IfNeeded', mutations: [seen('again')] });
  await enforce({ mutations: [seen('once')] });
  await enforce({ mutations: [apply('Object{data: {"late": "x"}}')] });
  expect((await kube.create('x')).json['data']).toEqual({ again: 'late', once: 'early', late: 'x' });
});

test.each([
  ['Never', '1'],
  ['IfNeeded', '11'],
])('a policy that is reinvoked %s sees its own change %s', async (reinvocationPolicy, expected) => {
  const expression = 'Object{data: {"n": object.?data.?n.orValue("") + "1"}}';
  await enforce({ reinvocationPolicy, mutations: [apply(expression)] });
  expect((await kube.create('x')).json['data']).toEqual({ n: expected });
});

test('conditions and parameters choose what is done', async () => {
  await kube.call('POST', '/api/v1/namespaces/a/secrets', { metadata: { name: 'team', labels: { team: 'red' } } });
  await enforce(
    {
      paramKind: { apiVersion: 'v1', kind: 'Secret' },
      matchConditions: [{ name: 'named', expression: "object.metadata.name == 'x'" }],
      variables: [{ name: 'team', expression: 'params.metadata.labels.team' }],
      mutations: [apply('Object{metadata: Object.metadata{labels: {"team": variables.team}}}')],
    },
    { paramRef: { name: 'team', parameterNotFoundAction: 'Deny' } },
  );
  const labels = async (name: string): Promise<JsonValue | undefined> =>
    ((await kube.create(name)).json['metadata'] as JsonObject)['labels'];
  expect([await labels('x'), await labels('y')]).toEqual([{ team: 'red' }, undefined]);
});

test('an object is changed in the version that the rules name', async () => {
  const resources = ['horizontalpodautoscalers'];
  await enforce({
    matchConstraints: { resourceRules: [{ ...configMaps, apiGroups: ['autoscaling'], resources }] },
    mutations: [apply('Object{spec: Object.spec{targetCPUUtilizationPercentage: 7}}')],
  });
  const { json } = await kube.call('POST', '/apis/autoscaling/v2/namespaces/a/horizontalpodautoscalers?dryRun=All', {
    metadata: { name: 'h' },
    spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
  });
  expect((json['spec'] as JsonObject)['metrics']).toEqual([
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 7 } } },
  ]);
});

test('a kind of parameters that is not there refuses what the policy is about', async () => {
  await enforce({
    paramKind: { apiVersion: 'e.example.com/v1', kind: 'Limit' },
    mutations: [apply('Object{}')],
  });
  const { status, json } = await kube.create('x');
  const problem = "failed to find resource referenced by paramKind: 'e.example.com/v1, Kind=Limit'";
  expect([status, json['reason'], String(json['message']).replace(/p\d+/, 'p')]).toEqual([
    403,
    'Forbidden',
    `policy "p" denied request: failed to configure policy: ${problem}`,
  ]);
});

test('mutations are counted', async () => {
  await enforce({ mutations: [apply('Object{}')] });
  await kube.create('x');
  expect(kube.metrics.expose()).toMatch(
    /mutating_admission_policy_check_total\{error_type="no_error",policy="p\d+",policy_binding="p\d+"\} 1/,
  );
});
