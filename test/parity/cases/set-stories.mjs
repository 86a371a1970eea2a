// Stories of stateful sets and daemon sets, beside kube-controller-manager v1.36: updates, claims, failures, adoption.
import {
  container,
  firstOf,
  hasCount,
  isGone,
  isScaled,
  mergePatch,
  storyCase,
  template,
  withImage,
  workload,
} from '../support/story-objects.mjs';

export const controllers = true;
export const parallel = 6;

export const cases = [
  storyCase('a stateful set that starts all pods at once is updated from a partition on', async (story) => {
    await story.create(
      'statefulsets',
      workload('StatefulSet', 'db', {
        serviceName: 'db',
        replicas: 4,
        podManagementPolicy: 'Parallel',
        ordinals: { start: 3 },
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
      }),
    );
    await story.settle(isScaled(story, 4));
    await story.see('up', ['statefulsets', 'controllerrevisions', 'pods']);
    await story.change('statefulsets', 'db', withImage(2));
    await story.settle(async () => (await firstOf(story, 'statefulsets')).status.updatedReplicas === 2);
    await story.settle(isScaled(story, 4));
    await story.see('partly', ['statefulsets', 'controllerrevisions', 'pods']);
    await story.change('statefulsets', 'db', { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } });
    await story.settle(async () => {
      const { status } = await firstOf(story, 'statefulsets');
      return status.currentRevision === status.updateRevision;
    });
    await story.see('all', ['statefulsets', 'controllerrevisions', 'pods']);
  }),
  storyCase('a stateful set is updated when pods are deleted, and keeps claims or not', async (story) => {
    // Claims that the original has just created conflict with its next write.
    const conflicts = { hasEvents: false };
    const claim = {
      metadata: { name: 'data', labels: { a: 'b' } },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    await story.create(
      'statefulsets',
      workload('StatefulSet', 'db', {
        serviceName: 'db',
        replicas: 3,
        podManagementPolicy: 'Parallel',
        updateStrategy: { type: 'OnDelete' },
        volumeClaimTemplates: [claim],
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' },
        minReadySeconds: 1,
      }),
    );
    await story.settle(isScaled(story, 3));
    await story.see('up', ['statefulsets', 'persistentvolumeclaims', 'pods'], conflicts);
    await story.change('statefulsets', 'db', withImage(2));
    await story.settle(isScaled(story, 3));
    await story.delete('pods', 'db-1');
    await story.settle(async () => (await firstOf(story, 'statefulsets')).status.updatedReplicas === 1);
    await story.settle(isScaled(story, 3));
    await story.see('one updated', ['statefulsets', 'pods'], conflicts);
    await story.change('statefulsets', 'db', { spec: { replicas: 1 } });
    await story.settle(
      async () => (await story.list('persistentvolumeclaims')).length === 1 && (await isScaled(story, 1)()),
    );
    await story.see('scaled', ['statefulsets', 'persistentvolumeclaims', 'pods'], conflicts);
    await story.change('statefulsets', 'db', {
      spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
    });
    await story.settle(async () => !(await firstOf(story, 'persistentvolumeclaims')).metadata.ownerReferences);
    await story.see('retained', ['statefulsets', 'persistentvolumeclaims'], conflicts);
  }),
  storyCase('claims go with their stateful set', async (story) => {
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    await story.create(
      'statefulsets',
      workload('StatefulSet', 'db', {
        serviceName: 'db',
        replicas: 2,
        volumeClaimTemplates: [claim],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      }),
    );
    await story.settle(isScaled(story, 2));
    await story.see('up', ['statefulsets', 'persistentvolumeclaims']);
    await story.delete('statefulsets', 'db');
    await story.settle(
      async () => (await story.list('persistentvolumeclaims')).length === 0 && (await story.list('pods')).length === 0,
    );
    await story.see('gone', ['statefulsets', 'persistentvolumeclaims', 'controllerrevisions']);
  }),
  storyCase('a stateful set waits for a pod that does not become ready', async (story) => {
    story.fate = ({ spec }) => (spec.containers[0].image.endsWith(':2') ? 'unready' : 'ready');
    await story.create('statefulsets', workload('StatefulSet', 'db', { serviceName: 'db', replicas: 3 }));
    await story.settle(isScaled(story, 3));
    await story.change('statefulsets', 'db', withImage(2));
    await story.settle(async () => {
      const { status } = await firstOf(story, 'statefulsets');
      return status.updatedReplicas === 1 && status.readyReplicas === 2;
    });
    await story.see('stuck', ['statefulsets', 'controllerrevisions', 'pods']);
    await story.change('statefulsets', 'db', withImage(1));
    await story.settle();
    await story.see('rolled back', ['statefulsets', 'controllerrevisions', 'pods']);
    await story.delete('pods', 'db-2');
    await story.settle(isScaled(story, 3));
    await story.see('repaired', ['statefulsets', 'controllerrevisions', 'pods']);
  }),
  storyCase(
    'a stateful set replaces a pod that failed, keeps a short history, and adopts pods and revisions',
    async (story) => {
      let broken = true;
      story.fate = ({ metadata, status }) => {
        if (metadata.name === 'db-1' && broken) {
          broken = false;
          return 'failed';
        }
        return status.phase === 'Failed' ? 'failed' : 'ready';
      };
      await story.create(
        'statefulsets',
        workload('StatefulSet', 'db', { serviceName: 'db', replicas: 2, revisionHistoryLimit: 1 }),
      );
      await story.settle(isScaled(story, 2));
      await story.see('up', ['statefulsets', 'pods']);
      for (const n of [2, 3, 4]) {
        await story.change('statefulsets', 'db', withImage(n));
        await story.settle(async () => {
          const { status, metadata } = await firstOf(story, 'statefulsets');
          return (
            status.observedGeneration === metadata.generation &&
            status.currentRevision === status.updateRevision &&
            status.availableReplicas === 2
          );
        });
      }
      await story.see('history', ['statefulsets', 'controllerrevisions', 'pods']);
      await story.delete('statefulsets', 'db', { propagationPolicy: 'Orphan' });
      await story.settle(hasCount(story, 'statefulsets', 0));
      await story.see('orphans', ['pods', 'controllerrevisions']);
      await story.create(
        'statefulsets',
        workload('StatefulSet', 'db', {
          serviceName: 'db',
          replicas: 2,
          template: template('db', { container: { image: 'example.com/app:4' } }),
        }),
      );
      await story.settle(isScaled(story, 2));
      await story.see('adopted', ['statefulsets', 'controllerrevisions', 'pods']);
    },
  ),
  storyCase('a pod of another owner is in the way of a stateful set', async (story) => {
    await story.create('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-0', labels: { app: 'other' } },
      spec: { containers: [container] },
    });
    await story.create('statefulsets', workload('StatefulSet', 'db', { serviceName: 'db', replicas: 1 }));
    await story.settle();
    await story.see('in the way', ['statefulsets', 'pods']);
  }),
  storyCase(
    'a daemon set is updated with more pods at once, and follows labels of nodes',
    async (story, t) => {
      for (const name of ['a', 'b']) await story.addNode(`${t.id}-${name}`, { daemons: 'yes' });
      const spec = { nodeSelector: { daemons: 'yes' } };
      const done = (n) => async () => {
        const { metadata, status } = await firstOf(story, 'daemonsets');
        return (
          status.observedGeneration === metadata.generation &&
          status.desiredNumberScheduled === n &&
          (status.numberAvailable ?? 0) === n &&
          status.currentNumberScheduled === n
        );
      };
      await story.create(
        'daemonsets',
        workload('DaemonSet', 'agent', {
          template: template('agent', { spec }),
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
          minReadySeconds: 1,
        }),
      );
      await story.settle(done(2));
      await story.see('up', ['daemonsets', 'pods']);
      await story.change('daemonsets', 'agent', withImage(2));
      await story.settle(
        async () =>
          (await firstOf(story, 'daemonsets')).status.updatedNumberScheduled === 2 &&
          (await story.list('pods')).length === 2 &&
          (await done(2)()),
      );
      await story.see('surged', ['daemonsets', 'controllerrevisions', 'pods']);
      await story.change('nodes', `${t.id}-a`, { metadata: { labels: { daemons: 'no' } } });
      await story.settle(async () => (await story.list('pods')).length === 1 && (await done(1)()));
      await story.see('one node', ['daemonsets', 'pods']);
      await story.change('daemonsets', 'agent', {
        spec: { updateStrategy: { $retainKeys: ['type'], type: 'OnDelete' } },
      });
      await story.change('daemonsets', 'agent', withImage(3));
      await story.settle();
      await story.see('on delete', ['daemonsets', 'controllerrevisions', 'pods']);
      await story.delete('daemonsets', 'agent', { propagationPolicy: 'Foreground' });
      await story.settle(isGone(story, 'daemonsets', 'pods'));
      await story.see('gone', ['daemonsets', 'controllerrevisions', 'pods']);
    },
    240_000,
  ),
  storyCase('a daemon set respects taints, and replaces pods that failed', async (story, t) => {
    for (const name of ['a', 'b', 'c']) await story.addNode(`${t.id}-${name}`, { tainted: 'yes' });
    await story.change('nodes', `${t.id}-a`, { spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } });
    await story.change('nodes', `${t.id}-b`, { spec: { unschedulable: true } });
    await story.change('nodes', `${t.id}-c`, { spec: { taints: [{ key: 'y', effect: 'NoExecute' }] } });
    await story.create(
      'daemonsets',
      workload('DaemonSet', 'agent', { template: template('agent', { spec: { nodeSelector: { tainted: 'yes' } } }) }),
    );
    await story.settle(hasCount(story, 'pods', 1));
    await story.see('tainted', ['daemonsets', 'pods']);
    let isFirst = true;
    story.fate = ({ status, spec }) => {
      const fails = isFirst && JSON.stringify(spec.affinity).includes(`${t.id}-a`);
      if (fails) isFirst = false;
      return fails || status.phase === 'Failed' ? 'failed' : 'ready';
    };
    await story.change('nodes', `${t.id}-a`, { spec: { taints: null } }, mergePatch);
    await story.settle(async () => (await firstOf(story, 'daemonsets')).status.numberAvailable === 2);
    await story.see('untainted', ['daemonsets', 'pods']);
  }),
];
