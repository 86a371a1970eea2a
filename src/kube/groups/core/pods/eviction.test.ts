import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const pods = '/api/v1/namespaces/a/pods';
const budgets = '/apis/policy/v1/namespaces/a/poddisruptionbudgets';
const merge = 'application/merge-patch+json';

async function runningPod(name: string, { ready = true }: { ready?: boolean } = {}): Promise<void> {
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] };
  await kube.call('POST', pods, { metadata: { name, labels: { app: name } }, spec });
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  await kube.call('PATCH', `${pods}/${name}/status`, { status: { phase: 'Running', conditions } }, merge);
}

async function budget(name: string, status: JsonObject, spec: JsonObject = {}): Promise<void> {
  const selector = { matchLabels: { app: name } };
  await kube.call('POST', budgets, { metadata: { name }, spec: { minAvailable: 1, selector, ...spec } });
  const full = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: 0 };
  await kube.call('PATCH', `${budgets}/${name}/status`, { status: { ...full, ...status } }, merge);
}

const evict = (name: string): Promise<TestResponse> =>
  kube.call('POST', `${pods}/${name}/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } });

test('an eviction may still be sent in its former version', async () => {
  await runningPod('former');
  const eviction = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'former' } };
  expect((await kube.call('POST', `${pods}/former/eviction`, eviction)).status).toBe(201);
});

test('a budget that allows nothing refuses, and says why', async () => {
  await runningPod('full');
  await budget('full', {});
  expect(await evict('full')).toMatchObject({
    status: 429,
    json: {
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget full needs 1 healthy pods and has 1 currently',
          },
        ],
      },
    },
  });
});

test('a budget that allows one counts it, and the pod gets a condition', async () => {
  await runningPod('some');
  await budget('some', { disruptionsAllowed: 1, currentHealthy: 2 });
  expect((await evict('some')).status).toBe(201);
  const { json } = await kube.call('GET', `${budgets}/some`);
  expect(json['status']).toMatchObject({ disruptionsAllowed: 0, disruptedPods: { some: expect.any(String) } });
  expect(json['status']).toMatchObject({
    conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', observedGeneration: 1 }],
  });
  expect((await kube.call('GET', `${pods}/some`)).json).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 30 },
    status: { conditions: [{ type: 'Ready' }, { type: 'DisruptionTarget', status: 'True' }] },
  });
});

test('a budget that its controller has not seen refuses for a while', async () => {
  await runningPod('early');
  await budget('early', { observedGeneration: 0, disruptionsAllowed: 1 });
  expect(await evict('early')).toMatchObject({ status: 429, json: { details: { retryAfterSeconds: 10 } } });
});

test('a pod that is of no use goes uncounted where enough others are', async () => {
  await runningPod('sick', { ready: false });
  await budget('sick', {});
  expect((await evict('sick')).status).toBe(201);
});

test('without a budget a pod goes', async () => {
  await runningPod('free');
  expect((await evict('free')).status).toBe(201);
});

test('a pod that two budgets look after does not go', async () => {
  await runningPod('twice');
  await budget('twice', { disruptionsAllowed: 1 });
  await budget('twice-more', { disruptionsAllowed: 1 }, { selector: { matchLabels: { app: 'twice' } } });
  expect(await evict('twice')).toMatchObject({ status: 500, json: { status: 'Failure', code: 500 } });
});
