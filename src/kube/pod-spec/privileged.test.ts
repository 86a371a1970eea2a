import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { causesOf } from '../groups/refusals.test.support.js';
import { TestKube } from '../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const labels = { app: 'a' };
const containers = [{ name: 'c', image: 'c', securityContext: { privileged: true } }];
const template = { metadata: { labels }, spec: { containers } };
const selected = { selector: { matchLabels: labels }, template };
const once = { metadata: { labels }, spec: { containers, restartPolicy: 'Never' } };

test.each<[target: string, object: JsonObject, path: string]>([
  ['/api/v1/namespaces/a/pods', { spec: { containers } }, 'spec'],
  ['/api/v1/namespaces/a/podtemplates', { template }, 'template.spec'],
  ['/api/v1/namespaces/a/replicationcontrollers', { spec: { selector: labels, template } }, 'spec.template.spec'],
  ['/apis/apps/v1/namespaces/a/daemonsets', { spec: selected }, 'spec.template.spec'],
  ['/apis/apps/v1/namespaces/a/deployments', { spec: selected }, 'spec.template.spec'],
  ['/apis/apps/v1/namespaces/a/replicasets', { spec: selected }, 'spec.template.spec'],
  ['/apis/apps/v1/namespaces/a/statefulsets', { spec: selected }, 'spec.template.spec'],
  ['/apis/batch/v1/namespaces/a/jobs', { spec: { template: once } }, 'spec.template.spec'],
  [
    '/apis/batch/v1/namespaces/a/cronjobs',
    { spec: { schedule: '@daily', jobTemplate: { spec: { template: once } } } },
    'spec.jobTemplate.spec.template.spec',
  ],
])('without --allow-privileged, privileged containers are refused in %s', async (target, object, path) => {
  const answer = await kube.call('POST', target, { metadata: { name: 'p' }, ...object });
  const place = `${path}.containers[0].securityContext.privileged`;
  expect([answer.status, causesOf(answer)]).toEqual([422, [`${place}: Forbidden: disallowed by cluster policy`]]);
});
