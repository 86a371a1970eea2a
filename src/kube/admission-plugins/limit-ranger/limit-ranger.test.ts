import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotationsOf, type JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../kube-server.test.support.js';
import { limitRanger } from './limit-ranger.js';

let kube: TestKube;
let count = 0;

beforeAll(async () => {
  kube = await TestKube.start({ plugins: [limitRanger] });
});
afterAll(() => kube.close());

/** A namespace with a limit range. */
async function limited(...limits: JsonObject[]): Promise<string> {
  const namespace = `n${count++}`;
  await kube.call('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const range = { metadata: { name: 'l' }, spec: { limits } };
  expect(await kube.call('POST', `/api/v1/namespaces/${namespace}/limitranges`, range)).toMatchObject({ status: 201 });
  return namespace;
}

const container = (resources: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  name: 'c',
  image: 'i',
  resources,
  ...more,
});
const create = (namespace: string, spec: JsonObject): Promise<TestResponse> =>
  kube.call('POST', `/api/v1/namespaces/${namespace}/pods`, { metadata: { name: 'p' }, spec });
const messageOf = async (answer: Promise<TestResponse>): Promise<unknown> => {
  const { status, json } = await answer;
  return status === 201 ? undefined : json['message'];
};

describe('containers that do not say what they need', () => {
  test('get the defaults, and an annotation of the pod says so', async () => {
    const namespace = await limited({
      type: 'Container',
      default: { cpu: '1', memory: '1Gi' },
      defaultRequest: { cpu: '100m', memory: '64Mi' },
    });
    const { json } = await create(namespace, {
      initContainers: [{ name: 'first', image: 'i' }],
      containers: [container({ limits: { cpu: '500m' } })],
    });
    expect(json['spec']).toMatchObject({
      initContainers: [
        { resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '1', memory: '1Gi' } } },
      ],
      containers: [
        { resources: { requests: { cpu: '500m', memory: '64Mi' }, limits: { cpu: '500m', memory: '1Gi' } } },
      ],
    });
    expect(annotationsOf(json)).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: memory request for container c; memory limit for container c; cpu, memory request for init container first; cpu, memory limit for init container first',
    });
  });

  test('and are not touched when they need no defaults', async () => {
    const namespace = await limited({ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' } });
    const { json } = await create(namespace, { containers: [container({ limits: { cpu: '2' } })] });
    expect(annotationsOf(json)).toEqual({});
  });
});

const bounds = { type: 'Container', min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '2' } };

test.each<[what: string, limit: JsonObject, spec: JsonObject, problem: string | undefined]>([
  [
    'a container that asks for too much',
    bounds,
    { containers: [container({ limits: { cpu: '2' } })] },
    'maximum cpu usage per Container is 1, but limit is 2',
  ],
  [
    'a container that asks for too little',
    bounds,
    { containers: [container({ limits: { cpu: '50m' } })] },
    'minimum cpu usage per Container is 100m, but request is 50m',
  ],
  [
    'a container that may use far more than it asks for',
    bounds,
    { containers: [container({ requests: { cpu: '300m' }, limits: { cpu: '1' } })] },
    'cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333',
  ],
  [
    'a container within bounds',
    bounds,
    { containers: [container({ requests: { cpu: '500m' }, limits: { cpu: '1' } })] },
    undefined,
  ],
  [
    'an init container with several faults',
    { ...bounds, default: { cpu: '1' }, defaultRequest: { cpu: '500m' } },
    {
      containers: [container()],
      initContainers: [container({ requests: { cpu: '3' }, limits: { cpu: '9' } }, { name: 'x' })],
    },
    '[maximum cpu usage per Container is 1, but limit is 9, cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000]',
  ],
  [
    'containers that ask for too much together',
    { type: 'Pod', max: { cpu: '1' } },
    { containers: [container({ limits: { cpu: '600m' } }), container({ limits: { cpu: '600m' } }, { name: 'd' })] },
    'maximum cpu usage per Pod is 1, but limit is 1200m',
  ],
  [
    'a sidecar, which counts with the containers',
    { type: 'Pod', max: { cpu: '1' } },
    {
      containers: [container({ limits: { cpu: '600m' } })],
      initContainers: [container({ limits: { cpu: '600m' } }, { name: 's', restartPolicy: 'Always' })],
    },
    'maximum cpu usage per Pod is 1, but limit is 1200m',
  ],
  [
    'an init container, which does not',
    { type: 'Pod', max: { cpu: '1' } },
    {
      containers: [container({ limits: { cpu: '600m' } })],
      initContainers: [container({ limits: { cpu: '600m' } }, { name: 's' })],
    },
    undefined,
  ],
  [
    'a pod that is limited as a whole',
    { type: 'Pod', max: { memory: '1Gi' } },
    { containers: [container()], resources: { limits: { memory: '2Gi' } } },
    'maximum memory usage per Pod is 1Gi, but limit is 2Gi',
  ],
  [
    'a pod that does not say what it needs',
    { type: 'Pod', min: { memory: '1Gi' }, maxLimitRequestRatio: { memory: '1' } },
    { containers: [container()] },
    '[minimum memory usage per Pod is 1Gi.  No request is specified, memory max limit to request ratio per Pod is 1, but no request is specified or request is 0]',
  ],
  [
    'an amount that is too large to be counted in thousandths',
    { type: 'Container', max: { memory: '8Ei' } },
    { containers: [container({ limits: { memory: '9e18' } })] },
    undefined,
  ],
])('%s', async (_what, limit, spec, problem) => {
  const refusal = problem && `pods "p" is forbidden: ${problem}`;
  expect(await messageOf(create(await limited(limit), spec))).toBe(refusal);
});

test('volume claims ask for as much as they may', async () => {
  const namespace = await limited({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } });
  const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
  const claim = (storage: string): JsonObject => ({
    metadata: { name: 'v' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  });
  const refused = 'persistentvolumeclaims "v" is forbidden:';
  expect(await messageOf(kube.call('POST', path, claim('10Gi')))).toBe(
    `${refused} maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 10Gi`,
  );
  expect(await messageOf(kube.call('POST', path, claim('1')))).toBe(
    `${refused} minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1`,
  );
  expect(await messageOf(kube.call('POST', path, claim('2Gi')))).toBeUndefined();
});

test('a pod that is there already is not judged again, unless it is resized', async () => {
  const namespace = await limited({ type: 'PersistentVolumeClaim', max: { storage: '1' } });
  const resources = { requests: { cpu: '1' }, limits: { cpu: '1' } };
  await create(namespace, { containers: [container(resources)] });
  await kube.call('POST', `/api/v1/namespaces/${namespace}/limitranges`, {
    metadata: { name: 'late' },
    spec: { limits: [{ type: 'Container', max: { cpu: '500m' } }] },
  });
  const pod = `/api/v1/namespaces/${namespace}/pods/p`;
  const patch = (path: string, body: JsonObject): Promise<TestResponse> =>
    kube.call('PATCH', path, body, 'application/strategic-merge-patch+json');
  expect(await patch(pod, { metadata: { labels: { a: 'b' } } })).toMatchObject({ status: 200 });
  const bigger = { requests: { cpu: '2' }, limits: { cpu: '2' } };
  const { json } = await patch(`${pod}/resize`, { spec: { containers: [{ name: 'c', resources: bigger }] } });
  expect(json['message']).toBe('pods "p" is forbidden: maximum cpu usage per Container is 500m, but limit is 2');
});
