// Stories of budgets, endpoints, owners, nodes, schedules and autoscalers, beside kube-controller-manager v1.36.
import {
  container,
  deployment,
  firstOf,
  isAvailable,
  isScaled,
  job,
  mergePatch,
  pod,
  storyCase,
  withoutFinalizers,
  workload,
} from '../support/story-objects.mjs';

export const controllers = true;
export const parallel = 6;

const budget = (name, spec) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
});

async function evict(story, t, name) {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } };
  const { status, json } = await t.post(`${story.path('pods', name)}/eviction`, eviction);
  return [status, json?.message, json?.details?.causes];
}

export const cases = [
  storyCase('a budget in percent allows one eviction, and refuses the next', async (story, t) => {
    await story.create('poddisruptionbudgets', budget('web', { minAvailable: '60%' }));
    await story.settle();
    await story.create('deployments', deployment());
    await story.settle(isAvailable(story, 3));
    await story.settle(async () => (await firstOf(story, 'poddisruptionbudgets')).status.disruptionsAllowed === 1);
    await story.see('allowed', ['poddisruptionbudgets']);
    story.fate = ({ status }) => (status.phase === 'Running' ? 'ready' : 'pending');
    const [first, second] = await story.list('pods');
    t.see('first', await evict(story, t, first.metadata.name));
    await story.settle();
    t.see('second', await evict(story, t, second.metadata.name));
    await story.see('then', ['poddisruptionbudgets', 'pods']);
  }),
  storyCase('pods without controllers, and with two budgets', async (story, t) => {
    story.fate = ({ metadata }) => (metadata.name === 'c' ? 'unready' : 'ready');
    await story.create('poddisruptionbudgets', budget('integer', { minAvailable: 1 }));
    const isObserved = async () =>
      (await story.list('poddisruptionbudgets')).every(({ status }) => status?.observedGeneration === 1);
    await story.settle(isObserved);
    for (const name of ['a', 'b', 'c']) await story.create('pods', pod(name, {}, { labels: { app: 'web' } }));
    await story.settle(async () => (await firstOf(story, 'poddisruptionbudgets')).status.currentHealthy === 2);
    await story.see('one', ['poddisruptionbudgets']);
    t.see('evict c', await evict(story, t, 'c'));
    await story.settle();
    await story.create('poddisruptionbudgets', budget('percent', { maxUnavailable: '50%' }));
    await story.settle(isObserved);
    await story.see('two', ['poddisruptionbudgets']);
    t.see('evict a', await evict(story, t, 'a'));
  }),
  storyCase(
    'endpoints of several ports, with host names, that are ready, ending, or published before',
    async (story) => {
      const addPod = (name, spec = {}, more = {}) =>
        story.create('pods', {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name, labels: { app: 'web' }, ...more },
          spec: {
            containers: [
              {
                ...container,
                ports: [
                  { name: 'http', containerPort: 8080 },
                  { name: 'dns', containerPort: 53, protocol: 'UDP' },
                ],
              },
            ],
            ...spec,
          },
        });
      await story.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web' },
        spec: {
          clusterIP: 'None',
          selector: { app: 'web' },
          ports: [
            { name: 'h', port: 80, targetPort: 'http', appProtocol: 'h2c' },
            { name: 'd', port: 53, protocol: 'UDP', targetPort: 'dns' },
          ],
        },
      });
      await story.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'noports', annotations: { x: 'y' } },
        spec: { clusterIP: 'None', selector: { app: 'web' } },
      });
      await story.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'named-differently' },
        spec: {
          selector: { app: 'web' },
          ports: [{ port: 80, targetPort: 'absent' }],
          trafficDistribution: 'PreferClose',
        },
      });
      await story.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'ext' },
        spec: { type: 'ExternalName', externalName: 'example.com', selector: { app: 'web' } },
      });
      await addPod('a', { hostname: 'host-a', subdomain: 'web' });
      await addPod('b', { hostname: 'host-b', subdomain: 'other' }, { finalizers: ['example.com/keep'] });
      await addPod('c', { restartPolicy: 'Never' });
      await story.settle(async () => (await story.list('pods')).every(({ status }) => status.phase === 'Running'));
      await story.settle();
      const sort = (_resource, { endpoints, metadata }) => {
        endpoints?.sort((a, b) => (a.targetRef?.name > b.targetRef?.name ? 1 : -1));
        delete metadata.annotations?.['endpoints.kubernetes.io/last-change-trigger-time'];
      };
      await story.see('up', ['endpoints', 'endpointslices'], { forget: sort });
      await story.delete('pods', 'b', { gracePeriodSeconds: 30 });
      await story.change('pods/status', 'c', {
        status: { phase: 'Succeeded', conditions: [{ type: 'Ready', status: 'False' }] },
      });
      await story.settle();
      await story.see('later', ['endpoints', 'endpointslices'], { forget: sort });
      await story.change('services', 'web', { spec: { publishNotReadyAddresses: true } });
      await story.settle();
      await story.see('published', ['endpoints', 'endpointslices'], { forget: sort });
      await story.delete('services', 'web');
      await story.change('services', 'noports', { metadata: { labels: { team: 'a' } } });
      await story.settle();
      await story.see('service gone', ['endpoints', 'endpointslices'], { forget: sort });
    },
  ),
  storyCase('what blocks the deletion of an owner, and what does not', async (story) => {
    const create = (name, owners = [], finalizers) =>
      story.create('configmaps', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, ownerReferences: owners, finalizers },
      });
    const uid = async (wanted) =>
      (await story.list('configmaps')).find(({ metadata }) => metadata.name === wanted).metadata.uid;
    // The certificates of the server.
    const forget = (_resource, object) => {
      delete object.data;
    };
    const reference = async (name, more = {}) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name,
      uid: await uid(name),
      ...more,
    });
    await create('one');
    await create('two');
    await create('both', [await reference('one', { blockOwnerDeletion: true }), await reference('two')]);
    await create('blocks', [await reference('one', { blockOwnerDeletion: true })], ['example.com/keep']);
    await create('free', [await reference('one', { blockOwnerDeletion: false })], ['example.com/keep']);
    await create('bad-kind', [{ apiVersion: 'example.com/v1', kind: 'Absent', name: 'x', uid: 'abc' }]);
    await create('bad-uid', [{ ...(await reference('two')), uid: 'not-it' }]);
    await story.delete('configmaps', 'one', { propagationPolicy: 'Foreground' });
    await story.settle();
    await story.see('waits', ['configmaps'], { forget });
    await story.change('configmaps', 'blocks', withoutFinalizers, mergePatch);
    await story.settle();
    await story.see('gone', ['configmaps'], { forget });
    await story.delete('configmaps', 'two', { propagationPolicy: 'Orphan' });
    await story.settle();
    await story.see('orphaned', ['configmaps'], { forget });
  }),
  storyCase('conditions of a node become taints', async (story, t) => {
    story.hasHeartbeat = false;
    await story.addNode(`${t.id}-sick`);
    const time = new Date().toISOString().replace(/\.\d+/, '');
    await story.change('nodes/status', `${t.id}-sick`, {
      status: {
        conditions: [
          { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message: 'x', lastHeartbeatTime: time },
          { type: 'MemoryPressure', status: 'True', lastHeartbeatTime: time },
          { type: 'DiskPressure', status: 'True', lastHeartbeatTime: time },
          { type: 'PIDPressure', status: 'True', lastHeartbeatTime: time },
          { type: 'NetworkUnavailable', status: 'True', lastHeartbeatTime: time },
        ],
      },
    });
    await story.change('nodes', `${t.id}-sick`, { spec: { unschedulable: true } });
    await story.create('pods', pod('p', { nodeName: `${t.id}-sick` }));
    const taints = async () => {
      const { spec } = (await story.list('nodes')).find(({ metadata }) => metadata.name.endsWith('sick'));
      return (spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).sort();
    };
    await story.settle(async () => (await taints()).length >= 6);
    t.see('taints', await taints());
    await story.see('pods', ['pods']);
  }),
  storyCase('pods of a node that is out of service are deleted by force', async (story, t) => {
    await story.addNode(`${t.id}-out`);
    await story.create('pods', pod('p', { nodeName: `${t.id}-out` }, { finalizers: ['example.com/keep'] }));
    await story.settle(async () => (await firstOf(story, 'pods')).status.phase === 'Running');
    await story.change('nodes', `${t.id}-out`, {
      spec: { taints: [{ key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' }] },
    });
    await story.settle(async () => (await firstOf(story, 'pods')).metadata.deletionTimestamp);
    await story.see('pods', ['pods']);
  }),
  storyCase('schedules that are never due, suspended, or of another time zone', async (story) => {
    const schedule = (name, spec) =>
      story.create('cronjobs', { metadata: { name }, spec: { schedule: '* * * * *', jobTemplate: job({}), ...spec } });
    await schedule('never', { schedule: '0 0 31 2 *' });
    await schedule('zone', { timeZone: 'Etc/UTC', schedule: '0 0 1 1 *' });
    await schedule('suspended', { suspend: true });
    await story.settle();
    await story.see('waiting', ['cronjobs']);
  }),
  storyCase('autoscalers of several kinds of objects', async (story) => {
    await story.create('statefulsets', workload('StatefulSet', 'db', { serviceName: 'db', replicas: 1 }));
    await story.create('deployments', deployment({ replicas: 0 }));
    await story.settle(isScaled(story, 1));
    const scale = (name, scaleTargetRef, spec = {}) =>
      story.create('horizontalpodautoscalers', {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name },
        spec: { scaleTargetRef, minReplicas: 3, maxReplicas: 5, ...spec },
      });
    await scale('up', { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' });
    await scale('zero', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
    await scale('wrong', { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'web' });
    await scale('bad', { apiVersion: 'example.com/v1', kind: 'Absent', name: 'web' });
    await scale(
      'metrics',
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' },
      {
        metrics: [
          { type: 'Pods', pods: { metric: { name: 'qps' }, target: { type: 'AverageValue', averageValue: '10' } } },
        ],
      },
    );
    await story.settle(async () =>
      (await story.list('horizontalpodautoscalers')).every(({ status }) => status?.conditions),
    );
    await story.settle(isScaled(story, 3));
    await story.see('scaled', ['horizontalpodautoscalers', 'statefulsets']);
  }),
];
