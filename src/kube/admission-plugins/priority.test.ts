import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../kube-server.test.support.js';
import { priority } from './priority.js';

const classesPath = '/apis/scheduling.k8s.io/v1/priorityclasses';
const pods = '/api/v1/namespaces/a/pods';
let kube: TestKube;

const addClass = (name: string, more: JsonObject): Promise<TestResponse> =>
  kube.call('POST', classesPath, { metadata: { name }, ...more });
const create = (name: string, spec: JsonObject = {}): Promise<TestResponse> =>
  kube.call('POST', pods, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const priorityOf = ({ json }: TestResponse): unknown[] => {
  const { priority, priorityClassName, preemptionPolicy } = json['spec'] as JsonObject;
  return [priority, priorityClassName, preemptionPolicy];
};

beforeAll(async () => {
  kube = await TestKube.start({ plugins: [priority] });
  await addClass('high', { value: 1234, preemptionPolicy: 'Never' });
});
afterAll(() => kube.close());

describe('a pod', () => {
  test('without a class has priority zero', async () => {
    expect(priorityOf(await create('plain'))).toEqual([0, undefined, 'PreemptLowerPriority']);
  });

  test('has the priority of its class', async () => {
    expect(priorityOf(await create('high', { priorityClassName: 'high' }))).toEqual([1234, 'high', 'Never']);
  });

  test('may say what its class says', async () => {
    const spec = { priorityClassName: 'high', priority: 1234, preemptionPolicy: 'Never' };
    expect((await create('same', spec)).status).toBe(201);
  });

  test('keeps its priority when an update leaves it out', async () => {
    const { json } = await kube.call('GET', `${pods}/high`);
    const { priority: _, preemptionPolicy: __, ...spec } = json['spec'] as JsonObject;
    const updated = await kube.call('PUT', `${pods}/high`, { ...json, spec });
    expect([updated.status, ...priorityOf(updated)]).toEqual([200, 1234, 'high', 'Never']);
  });

  test.each<[what: string, spec: JsonObject, problem: string]>([
    ['an unknown class', { priorityClassName: 'nope' }, 'no PriorityClass with name nope was found'],
    [
      'a priority of its own',
      { priority: 99 },
      'the integer value of priority (99) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      'a policy of its own',
      { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
      'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    ],
  ])('with %s is refused', async (_what, spec, problem) => {
    const { status, json } = await create('x', spec);
    expect([status, json['message']]).toEqual([403, `pods "x" is forbidden: ${problem}`]);
  });
});

test('there is one default class, which pods without a class get', async () => {
  await addClass('usual', { value: 77, globalDefault: true });
  expect(priorityOf(await create('usual'))).toEqual([77, 'usual', 'PreemptLowerPriority']);

  const { status, json } = await addClass('second', { value: 1, globalDefault: true });
  const refusal = 'is forbidden: PriorityClass usual is already marked as default. Only one default can exist';
  expect([status, json['message']]).toEqual([403, `priorityclasses.scheduling.k8s.io "second" ${refusal}`]);

  const patch = (name: string, body: JsonObject): Promise<TestResponse> =>
    kube.call('PATCH', `${classesPath}/${name}`, body, 'application/merge-patch+json');
  expect((await patch('high', { globalDefault: true })).status).toBe(403);
  expect((await patch('usual', { description: 'what most are' })).status).toBe(200);

  await kube.call('DELETE', `${classesPath}/usual`);
  expect((await patch('high', { globalDefault: true })).status).toBe(200);
});
