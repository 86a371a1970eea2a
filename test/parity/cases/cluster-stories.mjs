// Stories of nodes that fail, claims for devices and times, beside kube-controller-manager v1.36.
import { Story } from '../support/story.mjs';

export const controllers = true;
export const parallel = 6;

const container = { name: 'main', image: 'example.com/app:1' };

const pod = (name, spec = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [container], ...spec },
});

const namesOf = async (story, resource) => (await story.list(resource)).map(({ metadata }) => metadata.name);

async function until(t, isReached, milliseconds = 150_000) {
  if (!(await t.eventually(isReached, milliseconds))) throw new Error('not in time');
}

export const cases = [
  {
    name: 'claims for devices are generated, reserved and released',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'pending';
      const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }];
      const template = { metadata: { labels: { a: 'b' } }, spec: { devices: { requests } } };
      const claiming = (name, claim) =>
        pod(name, { restartPolicy: 'Never', resourceClaims: [{ name: 'gpu', ...claim }] });
      await story.create('resourceclaimtemplates', { metadata: { name: 'one-gpu' }, spec: template });
      await story.create('resourceclaims', { metadata: { name: 'shared' }, spec: template.spec });
      await story.create('pods', claiming('a', { resourceClaimTemplateName: 'one-gpu' }));
      await story.create('pods', claiming('b', { resourceClaimTemplateName: 'absent' }));
      await story.create('pods', claiming('c', { resourceClaimName: 'shared' }));
      const claims = () => story.list('resourceclaims');
      await story.settle(async () => (await claims()).length === 2 && (await story.list('pods'))[2].spec.nodeName);
      await story.see('generated', ['resourceclaims', 'pods'], { components: ['resource_claim'] });
      const results = [{ request: 'gpu', driver: 'gpu.example.com', pool: 'pool', device: 'first' }];
      for (const { metadata } of await claims()) {
        const finalizers = ['resource.kubernetes.io/delete-protection'];
        await story.change('resourceclaims', metadata.name, { metadata: { finalizers } });
        await story.change('resourceclaims/status', metadata.name, {
          status: { allocation: { devices: { results } } },
        });
      }
      await story.settle(async () => (await claims()).every(({ status }) => status?.reservedFor?.length === 1));
      await story.see('reserved', ['resourceclaims']);
      story.fate = ({ metadata }) => (metadata.name === 'b' ? 'pending' : 'succeeded');
      await story.settle(async () => (await claims()).length === 1 && !(await claims())[0].status?.reservedFor);
      await story.see('released', ['resourceclaims']);
    },
  },
  {
    name: 'pods leave a node with a taint that they do not tolerate',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      const toleration = (more) => ({ key: 'example.com/broken', operator: 'Exists', effect: 'NoExecute', ...more });
      await story.create('pods', pod('leaves'));
      await story.create('pods', pod('stays', { tolerations: [toleration({})] }));
      await story.create('pods', pod('leaves-later', { tolerations: [toleration({ tolerationSeconds: 2 })] }));
      await story.settle(async () => (await story.list('pods')).every(({ status }) => status.phase === 'Running'));
      const taints = [{ key: 'example.com/broken', effect: 'NoExecute' }];
      await story.change('nodes', story.node, { spec: { taints } });
      await until(t, async () => (await namesOf(story, 'pods')).join() === 'stays');
      await story.settle();
      await story.see('left', ['pods']);
    },
  },
  {
    name: 'a node that is silent is unreachable, and so are its pods',
    timeout: 240_000,
    async run(t) {
      const story = await Story.begin(t);
      // Whether its pods are evicted depends on how many other nodes are silent.
      const noSchedule = ({ spec }) =>
        (spec.taints ?? [])
          .filter(({ effect }) => effect === 'NoSchedule')
          .map(({ timeAdded: _time, ...taint }) => taint);
      await story.create('pods', pod('single'));
      await story.settle(async () => (await story.list('pods'))[0].status.phase === 'Running');
      const isUnknown = ({ status }) =>
        status.conditions.some(({ type, status: is }) => type === 'Ready' && is === 'Unknown');
      await until(t, async () => {
        const [node] = await story.list('nodes');
        return isUnknown(node) && noSchedule(node).length > 0;
      });
      story.fate = () => 'unready';
      await story.settle();
      const [node] = await story.list('nodes');
      t.see('conditions', node.status.conditions, { message: true });
      t.see('taints', noSchedule(node));
      await story.see('pods', ['pods']);
    },
  },
  {
    name: 'pods of a node that is gone are collected',
    timeout: 240_000,
    async run(t) {
      const story = await Story.begin(t);
      await story.addNode(`${t.id}-lost`);
      const lost = pod('lost', { nodeName: `${t.id}-lost`, restartPolicy: 'Never' });
      await story.create('pods', { ...lost, metadata: { name: 'lost', finalizers: ['example.com/keep'] } });
      await story.create('pods', pod('kept'));
      await story.settle(async () => (await story.list('pods')).every(({ status }) => status.phase === 'Running'));
      await story.delete('nodes', `${t.id}-lost`);
      const find = async () => (await story.list('pods')).find(({ metadata }) => metadata.name === 'lost');
      await until(t, async () => (await find()).metadata.deletionTimestamp);
      const { status } = await find();
      t.see('status', { ...status, podIP: undefined, podIPs: undefined }, { message: true });
      await story.change('pods', 'lost', { metadata: { finalizers: null } });
      await until(t, async () => (await namesOf(story, 'pods')).join() === 'kept');
    },
  },
  {
    name: 'a schedule starts jobs, until it is suspended',
    timeout: 240_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'succeeded';
      const template = { spec: { restartPolicy: 'Never', containers: [container] } };
      await story.create('cronjobs', {
        metadata: { name: 'ticks' },
        spec: { schedule: '* * * * *', jobTemplate: { metadata: { labels: { a: 'b' } }, spec: { template } } },
      });
      await until(t, async () => (await story.list('jobs')).length > 0);
      await story.change('cronjobs', 'ticks', { spec: { suspend: true } });
      await until(t, async () => {
        const [cronJob] = await story.list('cronjobs');
        return cronJob.status.lastSuccessfulTime && !cronJob.status.active;
      });
      await story.settle();
      await story.see('suspended', ['cronjobs', 'jobs']);
      await story.delete('cronjobs', 'ticks');
      await story.settle(async () => (await story.list('pods')).length === 0);
      await story.see('deleted', ['cronjobs', 'jobs']);
    },
  },
  {
    name: 'a finished job goes after its time to live',
    timeout: 120_000,
    async run(t) {
      const story = await Story.begin(t);
      story.fate = () => 'succeeded';
      const job = (name, spec) => ({
        metadata: { name },
        spec: { ...spec, template: { spec: { restartPolicy: 'Never', containers: [container] } } },
      });
      await story.create('jobs', job('goes', { ttlSecondsAfterFinished: 1 }));
      await story.create('jobs', job('stays', { ttlSecondsAfterFinished: 3600 }));
      await until(t, async () => (await namesOf(story, 'jobs')).join() === 'stays');
      await story.settle(async () => {
        const [stays] = await story.list('jobs');
        return stays.status.succeeded === 1 && (await story.list('pods')).length === 1;
      });
      await story.see('left', ['jobs']);
    },
  },
];
