// Stories of deployments, replica sets and replication controllers, beside kube-controller-manager v1.36: what users do with them.
import {
  deployment,
  firstOf,
  hasCount,
  isAvailable,
  mergePatch,
  ofDeployment,
  storyCase,
  template,
  withImage,
  withoutFinalizers,
  workload,
} from '../support/story-objects.mjs';

export const controllers = true;
export const parallel = 6;

export const cases = [
  storyCase(
    'a deployment whose pods take a while to be available is updated, and its history is limited',
    async (story) => {
      await story.create(
        'deployments',
        deployment({
          replicas: 5,
          minReadySeconds: 1,
          revisionHistoryLimit: 1,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '40%' } },
        }),
      );
      await story.settle(isAvailable(story, 5));
      for (const n of [2, 3, 4]) {
        await story.change('deployments', 'web', withImage(n));
        await story.settle(isAvailable(story, 5));
      }
      // In how many steps depends on when the pods become available.
      const forget = (resource, { metadata, status }) => {
        if (resource !== 'replicasets') return;
        delete metadata.generation;
        delete status.observedGeneration;
      };
      await story.see('three updates', ofDeployment, { hasEvents: false, forget });
    },
  ),
  storyCase('a deployment that makes no progress says so, and recovers', async (story) => {
    story.fate = () => 'unready';
    await story.create('deployments', deployment({ replicas: 2, progressDeadlineSeconds: 3, minReadySeconds: 1 }));
    await story.settle(async () =>
      (await firstOf(story, 'deployments')).status.conditions?.some((c) => c.reason === 'ProgressDeadlineExceeded'),
    );
    await story.see('late', ofDeployment);
    story.fate = () => 'ready';
    await story.settle(isAvailable(story, 2));
    await story.see('recovered', ofDeployment);
  }),
  storyCase('a deployment leaves its pods to the next one, which deletes them in the foreground', async (story) => {
    await story.create('deployments', deployment());
    await story.settle(isAvailable(story, 3));
    await story.delete('deployments', 'web', { propagationPolicy: 'Orphan' });
    await story.settle(hasCount(story, 'deployments', 0));
    await story.see('orphans', ofDeployment);
    await story.create('deployments', deployment({ replicas: 2 }));
    await story.settle(isAvailable(story, 2));
    await story.see('adopted', ofDeployment);
    await story.delete('deployments', 'web', { propagationPolicy: 'Foreground' });
    await story.settle(
      async () =>
        (await story.list('deployments')).length +
          (await story.list('pods')).length +
          (await story.list('replicasets')).length ===
        0,
    );
    await story.see('gone', ofDeployment);
  }),
  storyCase('a paused deployment is changed twice, resumed and scaled to zero', async (story) => {
    await story.create('deployments', deployment());
    await story.settle(isAvailable(story, 3));
    await story.change('deployments', 'web', { spec: { paused: true } });
    await story.change('deployments', 'web', withImage(2));
    await story.change('deployments', 'web', withImage(3));
    await story.settle();
    await story.see('paused', ['deployments', 'replicasets']);
    await story.change('deployments', 'web', { spec: { paused: false } });
    await story.settle(isAvailable(story, 3));
    await story.see('resumed', ['deployments', 'replicasets']);
    await story.change('deployments', 'web', { spec: { replicas: 0 } });
    await story.settle(isAvailable(story, 0));
    await story.see('zero', ['deployments', 'replicasets']);
  }),
  storyCase('a quota stops a deployment', async (story) => {
    await story.create('resourcequotas', { metadata: { name: 'few' }, spec: { hard: { pods: '2' } } });
    await story.settle(async () => (await firstOf(story, 'resourcequotas')).status?.hard?.pods === '2');
    await story.create('deployments', deployment({ replicas: 4, progressDeadlineSeconds: 4 }));
    await story.settle(async () =>
      (await firstOf(story, 'deployments')).status.conditions?.some((c) => c.reason === 'ProgressDeadlineExceeded'),
    );
    await story.see('stopped', ['deployments', 'replicasets', 'pods', 'resourcequotas']);
  }),
  storyCase('a deployment goes back to a template that it had', async (story) => {
    await story.create('deployments', deployment({ replicas: 2 }));
    await story.settle(isAvailable(story, 2));
    await story.change('deployments', 'web', withImage(2));
    await story.settle(isAvailable(story, 2));
    await story.change('deployments', 'web', {
      metadata: { annotations: { 'kubernetes.io/change-cause': 'back' } },
      ...withImage(1),
    });
    await story.settle(isAvailable(story, 2));
    await story.see('back', ofDeployment);
  }),
  storyCase('a replica set waits in the foreground for a pod with a finalizer', async (story) => {
    await story.create('replicasets', workload('ReplicaSet', 'web', { replicas: 2, minReadySeconds: 1 }));
    await story.settle(async () => (await firstOf(story, 'replicasets')).status.availableReplicas === 2);
    const [pod] = await story.list('pods');
    await story.change('pods', pod.metadata.name, { metadata: { finalizers: ['example.com/keep'] } });
    await story.delete('replicasets', 'web', { propagationPolicy: 'Foreground' });
    await story.settle(hasCount(story, 'pods', 1));
    await story.see('waits', ['replicasets', 'pods']);
    await story.change('pods', pod.metadata.name, withoutFinalizers, mergePatch);
    await story.settle(hasCount(story, 'replicasets', 0));
    await story.see('gone', ['replicasets', 'pods']);
  }),
  storyCase('a replica set replaces pods that failed, and deletes cheap ones first', async (story) => {
    let broken = 1;
    story.fate = ({ status }) =>
      status.phase === 'Failed'
        ? 'failed'
        : broken-- > 0
          ? { fate: 'failed', reason: 'Evicted', message: 'low memory' }
          : 'ready';
    await story.create('replicasets', workload('ReplicaSet', 'web', { replicas: 3 }));
    await story.settle(async () => (await firstOf(story, 'replicasets')).status.availableReplicas === 3);
    await story.see('replaced', ['replicasets', 'pods']);
    const pods = (await story.list('pods')).filter(({ status }) => status.phase === 'Running');
    await story.change('pods', pods[1].metadata.name, {
      metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': '-5', mark: 'cheap' } },
    });
    await story.settle();
    await story.change('replicasets', 'web', { spec: { replicas: 2 } });
    await story.settle(async () => (await firstOf(story, 'replicasets')).status.replicas === 2);
    await story.see('scaled', ['replicasets', 'pods']);
  }),
  storyCase('a replication controller is scaled down, and leaves its pods', async (story) => {
    await story.create('replicationcontrollers', {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'web' },
      spec: { replicas: 3, minReadySeconds: 1, selector: { app: 'web' }, template: template('web') },
    });
    await story.settle(async () => (await firstOf(story, 'replicationcontrollers')).status.availableReplicas === 3);
    await story.change('replicationcontrollers', 'web', { spec: { replicas: 1 } });
    await story.settle(async () => (await firstOf(story, 'replicationcontrollers')).status.replicas === 1);
    await story.see('scaled', ['replicationcontrollers', 'pods']);
    await story.delete('replicationcontrollers', 'web', { propagationPolicy: 'Orphan' });
    await story.settle(hasCount(story, 'replicationcontrollers', 0));
    await story.see('orphaned', ['replicationcontrollers', 'pods']);
  }),
];
