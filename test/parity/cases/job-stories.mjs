// Stories of jobs that fail, succeed early, shrink, or must wait, beside kube-controller-manager v1.36.
import { container, firstOf, hasCondition, hasCount, job, storyCase } from '../support/story-objects.mjs';

export const controllers = true;
export const parallel = 6;

const ofJob = ['jobs', 'pods'];

/** The fate of a pod whose container ended with an exit code. */
const exited = (exitCode) => ({
  fate: 'failed',
  containerStatuses: [
    {
      ...{ name: 'main', image: 'a', imageID: '', ready: false, restartCount: 0 },
      state: {
        terminated: {
          ...{ exitCode, reason: 'Error' },
          ...{ startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:01Z' },
        },
      },
    },
  ],
});

const indexOf = ({ metadata }) => metadata.labels?.['batch.kubernetes.io/job-completion-index'];

const isFinished = (story) => async () => {
  const { conditions = [] } = (await firstOf(story, 'jobs')).status;
  return conditions.some(({ type, status }) => ['Complete', 'Failed'].includes(type) && status === 'True');
};

export const cases = [
  storyCase('a job fails after some attempts', async (story) => {
    story.fate = () => 'failed';
    await story.create('jobs', job({ backoffLimit: 1 }));
    await story.settle(isFinished(story));
    await story.see('failed', ofJob);
  }),
  storyCase('an exit code fails a job', async (story) => {
    story.fate = () => exited(42);
    await story.create(
      'jobs',
      job({
        completions: 1,
        parallelism: 1,
        podFailurePolicy: {
          rules: [{ action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [42] } }],
        },
      }),
    );
    await story.settle(isFinished(story));
    await story.see('failed', ofJob);
  }),
  storyCase('a pod that was evicted does not count as failed', async (story) => {
    let n = 0;
    story.fate = ({ status }) =>
      status.phase === 'Failed'
        ? 'failed'
        : n++ === 0
          ? {
              fate: 'failed',
              conditions: [
                {
                  type: 'DisruptionTarget',
                  status: 'True',
                  reason: 'EvictionByEvictionAPI',
                  lastTransitionTime: '2026-01-01T00:00:00Z',
                },
              ],
            }
          : 'succeeded';
    await story.create(
      'jobs',
      job({
        backoffLimit: 0,
        podFailurePolicy: {
          rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
        },
      }),
    );
    await story.settle(isFinished(story));
    await story.see('complete', ofJob);
  }),
  storyCase('each index of a job may fail', async (story) => {
    story.fate = (pod) => (Number(indexOf(pod)) % 2 === 0 ? 'succeeded' : 'failed');
    await story.create(
      'jobs',
      job({ completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 0 }),
    );
    await story.settle(isFinished(story));
    await story.see('failed indexes', ofJob);
  }),
  storyCase('a job fails when too many indexes have failed', async (story) => {
    story.fate = (pod) => (Number(indexOf(pod)) < 2 ? 'failed' : 'ready');
    await story.create(
      'jobs',
      job({ completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 0, maxFailedIndexes: 1 }),
    );
    await story.settle(isFinished(story));
    await story.see('failed', ['jobs']);
  }),
  storyCase('an exit code fails an index', async (story) => {
    story.fate = (pod) => (indexOf(pod) === '1' ? exited(3) : 'succeeded');
    await story.create(
      'jobs',
      job({
        completions: 3,
        parallelism: 3,
        completionMode: 'Indexed',
        backoffLimitPerIndex: 2,
        podFailurePolicy: { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'In', values: [3] } }] },
      }),
    );
    await story.settle(isFinished(story));
    await story.see('failed', ofJob);
  }),
  storyCase('an index decides that a job has succeeded', async (story) => {
    story.fate = (pod) => (indexOf(pod) === '0' ? 'succeeded' : 'ready');
    await story.create(
      'jobs',
      job({
        completions: 3,
        parallelism: 3,
        completionMode: 'Indexed',
        successPolicy: { rules: [{ succeededIndexes: '0' }] },
      }),
    );
    await story.settle(isFinished(story));
    await story.see('complete', ofJob);
  }),
  storyCase('a job replaces pods that are being deleted only when they have failed', async (story) => {
    await story.create('jobs', job({ parallelism: 2, podReplacementPolicy: 'Failed' }));
    await story.settle(async () => (await firstOf(story, 'jobs')).status.ready === 2);
    const [pod] = await story.list('pods');
    await story.change('pods', pod.metadata.name, {
      metadata: { finalizers: ['example.com/keep', 'batch.kubernetes.io/job-tracking'] },
    });
    await story.delete('pods', pod.metadata.name);
    await story.settle();
    await story.see('terminating', ofJob);
  }),
  storyCase('a job fails after its deadline', async (story) => {
    await story.create('jobs', job({ parallelism: 2, activeDeadlineSeconds: 2 }));
    await story.settle(isFinished(story));
    await story.see('late', ofJob);
  }),
  storyCase('an indexed job is shrunk', async (story) => {
    await story.create('jobs', job({ completions: 4, parallelism: 4, completionMode: 'Indexed' }));
    await story.settle(async () => (await firstOf(story, 'jobs')).status.ready === 4);
    await story.change('jobs', 'work', { spec: { completions: 2, parallelism: 2 } });
    await story.settle(async () => (await firstOf(story, 'jobs')).status.ready === 2);
    story.fate = () => 'succeeded';
    await story.settle(isFinished(story));
    await story.see('shrunk', ofJob);
  }),
  storyCase('pods that a job no longer needs do not count as failed', async (story) => {
    await story.create('jobs', job({ parallelism: 3 }));
    await story.settle(async () => (await firstOf(story, 'jobs')).status.ready === 3);
    await story.change('jobs', 'work', { spec: { parallelism: 1 } });
    await story.settle(
      async () => (await firstOf(story, 'jobs')).status.active === 1 && (await story.list('pods')).length === 1,
    );
    await story.see('scaled', ofJob);
    await story.change('jobs', 'work', { spec: { suspend: true } });
    await story.settle(hasCondition(story, 'jobs', 'Suspended'));
    await story.see('suspended', ofJob);
    await story.delete('jobs', 'work', { propagationPolicy: 'Foreground' });
    await story.settle(hasCount(story, 'jobs', 0));
    await story.see('gone', ofJob);
  }),
  storyCase('a job of another controller is left alone, and a selector may be given', async (story) => {
    await story.create('jobs', job({ managedBy: 'example.com/other' }, {}, 'other'));
    await story.create('jobs', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'manual' },
      spec: {
        manualSelector: true,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { restartPolicy: 'OnFailure', containers: [container] } },
      },
    });
    await story.settle(async () => (await story.list('jobs')).some(({ status }) => status.ready === 1));
    await story.see('up', ofJob);
  }),
  storyCase('a quota stops a job', async (story) => {
    await story.create('resourcequotas', {
      metadata: { name: 'few' },
      spec: { hard: { pods: '1', 'count/jobs.batch': '2', 'requests.cpu': '1' } },
    });
    await story.settle(async () => (await firstOf(story, 'resourcequotas')).status?.hard);
    await story.create(
      'jobs',
      job({ parallelism: 2 }, { containers: [{ ...container, resources: { requests: { cpu: '600m' } } }] }),
    );
    await story.settle();
    await story.see('job', ['jobs', 'pods', 'resourcequotas']);
  }),
];
