// Stories: what controllers make of objects, beside kube-controller-manager v1.36.
import { Story } from '../support/story.mjs';
import {
  container,
  deployment,
  hasCondition,
  isAvailable,
  job,
  ofDeployment,
  template,
  workload,
} from '../support/story-objects.mjs';

export const controllers = true;
export const parallel = 3;

export const cases = [
  {
    name: 'a deployment comes up, is updated, scaled and rolled back',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.create('deployments', deployment());
      await story.settle(isAvailable(story, 3));
      await story.see('up', ofDeployment);
      await story.change('deployments', 'web', {
        spec: { template: { spec: { containers: [{ name: 'main', image: 'example.com/app:2' }] } } },
      });
      await story.settle(isAvailable(story, 3));
      await story.see('updated', ofDeployment);
      await story.change('deployments', 'web', { spec: { replicas: 5 } });
      await story.settle(isAvailable(story, 5));
      await story.change('deployments', 'web', {
        metadata: { annotations: { 'deprecated.deployment.rollback.to': '1' } },
      });
      await story.settle(isAvailable(story, 5));
      await story.see('rolled back', ofDeployment);
    },
  },
  {
    name: 'a deployment is recreated, paused and resumed',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.create(
        'deployments',
        deployment({ replicas: 2, strategy: { type: 'Recreate' }, revisionHistoryLimit: 0 }),
      );
      await story.settle(isAvailable(story, 2));
      await story.change('deployments', 'web', { spec: { template: { metadata: { annotations: { a: 'b' } } } } });
      await story.settle(isAvailable(story, 2));
      await story.see('recreated', ofDeployment);
      await story.change('deployments', 'web', {
        spec: { paused: true, replicas: 3, template: { metadata: { annotations: { a: 'c' } } } },
      });
      await story.settle(async () => (await story.list('pods')).length === 3);
      await story.see('paused', ofDeployment);
    },
  },
  {
    name: 'pods that never become ready hold up a rollout',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = ({ spec }) => (spec.containers[0].image.endsWith(':2') ? 'unready' : 'ready');
      await story.create('deployments', deployment({ replicas: 4 }));
      await story.settle(isAvailable(story, 4));
      await story.change('deployments', 'web', {
        spec: { template: { spec: { containers: [{ name: 'main', image: 'example.com/app:2' }] } } },
      });
      await story.settle(async () => (await story.list('pods')).length === 5);
      await story.see('stuck', ofDeployment);
      await story.change('deployments', 'web', { spec: { replicas: 8 } });
      await story.settle(async () => (await story.list('pods')).length === 10);
      await story.see('scaled', ofDeployment);
    },
  },
  {
    name: 'a replica set adopts, releases and replaces pods',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      const single = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'single', labels: { app: 'web' } },
        spec: { containers: [container] },
      };
      await story.create('pods', single);
      await story.create('replicasets', workload('ReplicaSet', 'web', { replicas: 2 }));
      await story.settle(async () => (await story.list('replicasets'))[0].status.readyReplicas === 2);
      await story.see('adopted', ['replicasets', 'pods']);
      await story.change('pods', 'single', { metadata: { labels: { app: 'other' } } });
      await story.settle(async () => (await story.list('pods')).length === 3);
      await story.see('released', ['replicasets', 'pods']);
    },
  },
  {
    name: 'a replication controller keeps its pods',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      const spec = { replicas: 2, selector: { app: 'web' }, template: template('web') };
      await story.create('replicationcontrollers', {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        metadata: { name: 'web' },
        spec,
      });
      await story.settle(async () => (await story.list('replicationcontrollers'))[0].status.availableReplicas === 2);
      await story.see('up', ['replicationcontrollers', 'pods']);
    },
  },
  {
    name: 'jobs complete',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'succeeded';
      await story.create('jobs', job({ completions: 3, parallelism: 2 }));
      await story.settle(hasCondition(story, 'jobs', 'Complete'));
      await story.see('complete', ['jobs', 'pods']);
    },
  },
  {
    name: 'an indexed job completes',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'succeeded';
      await story.create('jobs', job({ completions: 4, parallelism: 4, completionMode: 'Indexed' }));
      await story.settle(hasCondition(story, 'jobs', 'Complete'));
      await story.see('complete', ['jobs', 'pods']);
    },
  },
  {
    name: 'a job fails, and stops its other pods',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = ({ metadata }) =>
        metadata.labels?.['batch.kubernetes.io/job-completion-index'] === '0' ? 'failed' : 'ready';
      await story.create('jobs', job({ completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimit: 0 }));
      await story.settle(hasCondition(story, 'jobs', 'Failed'));
      await story.see('failed', ['jobs', 'pods']);
    },
  },
  {
    name: 'a job is suspended and resumed',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.create('jobs', job({ parallelism: 2, suspend: true }));
      await story.settle(hasCondition(story, 'jobs', 'Suspended'));
      await story.see('suspended', ['jobs', 'pods']);
      await story.change('jobs', 'work', { spec: { suspend: false } });
      await story.settle(async () => (await story.list('jobs'))[0].status.ready === 2);
      await story.see('resumed', ['jobs', 'pods']);
    },
  },
  {
    name: 'a stateful set starts in order, is updated and scaled down',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      const claim = {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      };
      await story.create(
        'statefulsets',
        workload('StatefulSet', 'web', { serviceName: 'web', replicas: 3, volumeClaimTemplates: [claim] }),
      );
      const seen = ['statefulsets', 'controllerrevisions', 'pods', 'persistentvolumeclaims'];
      await story.settle(async () => (await story.list('statefulsets'))[0].status.availableReplicas === 3);
      await story.see('up', seen);
      await story.change('statefulsets', 'web', {
        spec: { template: { spec: { containers: [{ name: 'main', image: 'example.com/app:2' }] } } },
      });
      await story.settle(async () => {
        const [{ metadata, status }] = await story.list('statefulsets');
        return (
          status.observedGeneration === metadata.generation &&
          status.currentRevision === status.updateRevision &&
          status.availableReplicas === 3
        );
      });
      await story.change('statefulsets', 'web', { spec: { replicas: 1 } });
      await story.settle(async () => (await story.list('pods')).length === 1);
      await story.see('updated and scaled', seen);
    },
  },
  {
    name: 'a daemon set has a pod on each node, and is updated',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      for (const name of ['a', 'b']) await story.addNode(`${t.id}-${name}`, { daemons: 'yes' });
      const spec = { nodeSelector: { daemons: 'yes' } };
      await story.create('daemonsets', workload('DaemonSet', 'agent', { template: template('agent', { spec }) }));
      const seen = ['daemonsets', 'controllerrevisions', 'pods'];
      await story.settle(async () => (await story.list('daemonsets'))[0].status.numberAvailable === 2);
      await story.change('daemonsets', 'agent', {
        spec: { template: { spec: { containers: [{ name: 'main', image: 'example.com/app:2' }] } } },
      });
      await story.settle(async () => {
        const [{ metadata, status }] = await story.list('daemonsets');
        return (
          status.observedGeneration === metadata.generation &&
          status.updatedNumberScheduled === 2 &&
          status.numberAvailable === 2
        );
      });
      await story.see('updated', seen.slice(0, 2));
    },
  },
  {
    name: 'services have endpoints',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = ({ metadata }) => (metadata.name === 'second' ? 'unready' : 'ready');
      const ports = [{ name: 'http', containerPort: 8080 }];
      for (const name of ['first', 'second']) {
        const spec = { containers: [{ ...container, ports }] };
        await story.create('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } }, spec });
      }
      const service = (name, spec) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name, labels: { team: 'a' } },
        spec: { selector: { app: 'web' }, ...spec },
      });
      await story.create('services', service('web', { ports: [{ port: 80, targetPort: 'http' }] }));
      await story.create(
        'services',
        service('headless', { clusterIP: 'None', publishNotReadyAddresses: true, ports: [{ name: 'a', port: 1 }] }),
      );
      await story.create('services', service('empty', { selector: { app: 'none' }, ports: [{ port: 1 }] }));
      const addresses = async () => {
        const slices = await story.list('endpointslices');
        return slices.reduce((total, { endpoints }) => total + (endpoints ?? []).length, 0);
      };
      await story.settle(async () => (await addresses()) === 4);
      await story.see('up', ['endpoints', 'endpointslices']);
    },
  },
  {
    name: 'endpoints that a user writes are mirrored to slices',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'db' },
        spec: { ports: [{ name: 'sql', port: 5432 }] },
      });
      const address = (ip) => ({ ip, nodeName: story.node });
      const written = (name, more = {}) => ({
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name, labels: { team: 'a' }, annotations: { note: 'b' }, ...more },
        subsets: [{ addresses: [address('10.1.0.1')], ports: [{ name: 'sql', port: 5432 }] }],
      });
      await story.create('endpoints', written('db'));
      await story.create('endpoints', written('without-service'));
      await story.settle(async () => (await story.list('endpointslices')).length === 1);
      await story.see('mirrored', ['endpointslices']);
      const both = [
        { addresses: [address('10.1.0.1')], ports: [{ name: 'sql', port: 5432 }] },
        { notReadyAddresses: [address('fd00::1')], ports: [{ name: 'sql', port: 5433 }] },
      ];
      await story.change('endpoints', 'db', { subsets: both }, 'application/merge-patch+json');
      await story.settle(async () => (await story.list('endpointslices')).length === 2);
      await story.see('changed', ['endpointslices']);
      await story.change('endpoints', 'db', {
        metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      });
      await story.settle(async () => (await story.list('endpointslices')).length === 0);
    },
  },
  {
    name: 'claims are bound to volumes, wait, and are lost',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      const named = (name) => `${t.id}-${name}`;
      const volume = (name, spec) => ({
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: named(name) },
        spec: {
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          storageClassName: named('manual'),
          hostPath: { path: '/srv/data' },
          ...spec,
        },
      });
      const claim = (name, spec) => ({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
          storageClassName: named('manual'),
          ...spec,
        },
      });
      const storageClass = (name, more) => ({
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: named(name) },
        provisioner: 'example.com/disk',
        ...more,
      });
      await story.create('storageclasses', storageClass('manual', { provisioner: 'kubernetes.io/no-provisioner' }));
      await story.create('storageclasses', storageClass('external'));
      await story.create('storageclasses', storageClass('lazy', { volumeBindingMode: 'WaitForFirstConsumer' }));
      await story.create('persistentvolumes', volume('large', { capacity: { storage: '5Gi' } }));
      await story.create('persistentvolumes', volume('small', { persistentVolumeReclaimPolicy: 'Retain' }));
      await story.create(
        'persistentvolumes',
        volume('reserved', { claimRef: { namespace: story.namespace, name: 'reserving' } }),
      );
      await story.create(
        'persistentvolumes',
        volume('deleted', { persistentVolumeReclaimPolicy: 'Delete', storageClassName: named('d') }),
      );
      await story.create('persistentvolumes', volume('tiny', { capacity: { storage: '1Mi' } }));
      await story.settle(async () =>
        (await story.list('persistentvolumes')).every(({ status }) => status.phase === 'Available'),
      );
      await story.create('persistentvolumeclaims', claim('first'));
      await story.create('persistentvolumeclaims', claim('reserving'));
      await story.create('persistentvolumeclaims', claim('going', { storageClassName: named('d') }));
      await story.create('persistentvolumeclaims', claim('external', { storageClassName: named('external') }));
      await story.create('persistentvolumeclaims', claim('lazy', { storageClassName: named('lazy') }));
      await story.create('persistentvolumeclaims', claim('unknown', { storageClassName: named('unknown') }));
      await story.create('persistentvolumeclaims', claim('none', { storageClassName: '' }));
      await story.create('persistentvolumeclaims', claim('mismatch', { volumeName: named('tiny') }));
      const seen = ['persistentvolumes', 'persistentvolumeclaims'];
      const components = ['persistentvolume-controller'];
      const isBound = async (count) =>
        (await story.list('persistentvolumeclaims')).filter(({ status }) => status.phase === 'Bound').length === count;
      await story.settle(() => isBound(3));
      await story.see('bound', seen, { components });
      for (const name of ['first', 'going']) await story.delete('persistentvolumeclaims', name);
      const phase = async (name) =>
        (await story.list('persistentvolumes')).find(({ metadata }) => metadata.name === named(name))?.status.phase;
      await story.settle(async () => (await phase('small')) === 'Released' && (await phase('deleted')) === 'Failed');
      await story.delete('persistentvolumes', named('reserved'));
      // The protection of volumes that are bound would keep it.
      await story.change(
        'persistentvolumes',
        named('reserved'),
        { metadata: { finalizers: null } },
        'application/merge-patch+json',
      );
      await story.settle(async () =>
        (await story.list('persistentvolumeclaims')).some(({ status }) => status.phase === 'Lost'),
      );
      await story.see('released and lost', seen, { components });
    },
  },
  {
    name: 'ephemeral volumes have claims',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'pending';
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: '',
      };
      const volumeClaimTemplate = { metadata: { labels: { a: 'b' } }, spec };
      const pod = (name, volume) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name },
        spec: { containers: [container], volumes: [{ name: volume, ephemeral: { volumeClaimTemplate } }] },
      });
      await story.create('persistentvolumeclaims', {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'b-data' },
        spec,
      });
      await story.create('pods', pod('a', 'data'));
      await story.create('pods', pod('b', 'data'));
      await story.settle(async () => (await story.list('persistentvolumeclaims')).length === 2);
      await story.see('created', ['persistentvolumeclaims']);
    },
  },
  {
    name: 'blocks of service addresses are ready, and stay while they are in use',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      const name = `${t.id}-more`;
      await story.create('servicecidrs', {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'ServiceCIDR',
        metadata: { name },
        spec: { cidrs: ['10.77.0.0/28'] },
      });
      const condition = (status) => async () =>
        (await story.list('servicecidrs'))[0]?.status?.conditions?.[0]?.status === status;
      await story.settle(condition('True'));
      await story.see('ready', ['servicecidrs']);
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'a' },
        spec: { clusterIP: '10.77.0.3', ports: [{ port: 1 }] },
      };
      await t.eventually(async () => (await t.post(story.path('services'), service)).status === 201, 20_000);
      await story.delete('servicecidrs', name);
      await story.settle(condition('False'));
      await story.see('in use', ['servicecidrs']);
      await story.delete('services', 'a');
      await story.settle(async () => (await story.list('servicecidrs')).length === 0);
    },
  },
  {
    name: 'an autoscaler keeps the limits, and says that there are no metrics',
    timeout: 180_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.create('deployments', deployment({ replicas: 4 }));
      await story.settle(isAvailable(story, 4));
      const autoscaler = (name, target, spec = {}) => ({
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name },
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target }, maxReplicas: 2, ...spec },
      });
      await story.create('horizontalpodautoscalers', autoscaler('web', 'web'));
      await story.create('horizontalpodautoscalers', autoscaler('missing', 'none'));
      const condition = async (name, type) => {
        const found = (await story.list('horizontalpodautoscalers')).find(({ metadata }) => metadata.name === name);
        return found?.status?.conditions?.some((each) => each.type === type);
      };
      await story.settle(
        async () => (await condition('web', 'ScalingActive')) && (await condition('missing', 'AbleToScale')),
      );
      await story.see('limited', ['horizontalpodautoscalers']);
    },
  },
  {
    name: 'a budget counts the pods of a deployment',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      const budget = (name, spec) => ({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name },
        spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
      });
      // First the budget, so that both controllers have seen it without pods.
      await story.create('poddisruptionbudgets', budget('most', { maxUnavailable: 1 }));
      await story.settle(async () =>
        (await story.list('poddisruptionbudgets')).every(({ status }) => status?.observedGeneration === 1),
      );
      await story.create('deployments', deployment({ replicas: 3 }));
      await story.settle(async () =>
        (await story.list('poddisruptionbudgets')).every(({ status }) => status?.currentHealthy === 3),
      );
      await story.see('up', ['poddisruptionbudgets']);
    },
  },
];
