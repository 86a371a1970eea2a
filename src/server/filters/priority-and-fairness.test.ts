import { expect, test } from 'vitest';
import { alwaysUser } from '../authentication/index.js';
import { FlowControl, type FlowControlConfiguration } from '../flow-control/index.js';
import type { RequestInfo } from '../routing/index.js';
import { SampleServer } from '../sample-server.test.support.js';

const target = '/apis/wardle.example.com/v1/fischers';

const configuration: FlowControlConfiguration = {
  priorityLevels: [
    {
      metadata: { name: 'small', uid: 'level-1' },
      spec: {
        type: 'Limited',
        limited: { limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 1 } } },
      },
    },
    { metadata: { name: 'exempt' }, spec: { type: 'Exempt' } },
  ],
  flowSchemas: [
    {
      metadata: { name: 'resources', uid: 'schema-1' },
      spec: {
        priorityLevelConfiguration: { name: 'small' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: '*' } }],
            resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true }],
          },
        ],
      },
    },
    {
      metadata: { name: 'others' },
      spec: {
        priorityLevelConfiguration: { name: 'exempt' },
        rules: [
          {
            subjects: [{ kind: 'Group', group: { name: '*' } }],
            nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
          },
        ],
      },
    },
  ],
};

test('requests wait for a seat, and get 429 when the queue is full', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await SampleServer.start({
    flowControl: new FlowControl({ serverSeats: 1, configuration }),
    authenticator: alwaysUser({ name: 'u', groups: [] }),
    authorizer: {
      authorize: async (_user, { name }) => {
        if (name === 'slow') await gate;
        return { decision: 'allow' };
      },
    },
  });
  const slow = server.call('GET', `${target}/slow`);
  const waiting = server.call('GET', target);
  await new Promise((resolve) => setImmediate(resolve));
  const refused = await server.call('GET', target);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  expect([
    refused.headers['x-kubernetes-pf-flowschema-uid'],
    refused.headers['x-kubernetes-pf-prioritylevel-uid'],
  ]).toEqual(['schema-1', 'level-1']);
  const metrics = await server.call('GET', '/metrics');
  expect(metrics.text).toContain('apiserver_current_inqueue_requests{request_kind="readOnly"} 1\n');
  release();
  expect([(await slow).status, (await waiting).status]).toEqual([404, 200]);
  await server.close();
});

test('how many objects there are, and how long they are, is known for lists', async () => {
  const server = await SampleServer.start();
  const { statistics } = server.server.shared;
  for (const name of ['x', 'y']) await server.call('POST', target, { body: { metadata: { name } } });
  const about = (resource: string) => statistics({ apiGroup: 'wardle.example.com', resource } as RequestInfo);
  expect(about('fischers')).toEqual({ count: 2, averageBytes: expect.any(Number) });
  expect(about('fischers')!.averageBytes).toBeGreaterThan(100);
  expect(about('flunders')).toEqual({ count: 0, averageBytes: 0 });
  expect(about('others')).toBeUndefined();
  await server.close();
});
