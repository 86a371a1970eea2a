import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const jobs = '/apis/batch/v1/namespaces/a/jobs';
const cronJobs = '/apis/batch/v1/namespaces/a/cronjobs';
const merge = 'application/merge-patch+json';
const podSpec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'img:1' }] };
const template = { spec: podSpec };
let count = 0;
const create = (spec: JsonObject = {}): Promise<TestResponse> =>
  kube.call('POST', jobs, { metadata: { name: `j${++count}` }, spec: { template, ...spec } });
const createCron = (spec: JsonObject = {}, name = `c${++count}`): Promise<TestResponse> =>
  kube.call('POST', cronJobs, {
    metadata: { name },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...spec },
  });
const metadataOf = ({ json }: TestResponse): JsonObject => json['metadata'] as JsonObject;
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);
const patch = (name: unknown, body: JsonObject, subresource = ''): Promise<TestResponse> =>
  kube.call('PATCH', `${jobs}/${name}${subresource}`, body, merge);

describe('jobs', () => {
  test('a job keeps the labels of its pods through its status', async () => {
    const { name, labels } = metadataOf(await create());
    const answer = await kube.call('PUT', `${jobs}/${name}/status`, { metadata: { name: String(name) } });
    expect(metadataOf(answer)['labels']).toEqual(labels);
  });

  test('a job finds its pods by its uid', async () => {
    const answer = await create();
    const { uid, name, labels } = metadataOf(answer);
    const expected = {
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': name,
      'controller-uid': uid,
      'job-name': name,
    };
    expect(labels).toEqual(expected);
    expect(answer.json['spec']).toMatchObject({
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      completions: 1,
      manualSelector: false,
      parallelism: 1,
      podReplacementPolicy: 'TerminatingOrFailed',
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      suspend: false,
      template: { metadata: { labels: expected } },
    });
  });

  test('a job without labels has all those of its pods', async () => {
    const template = { metadata: { labels: { app: 'x' } }, spec: podSpec };
    const answer = await create({ template });
    const { labels } = metadataOf(answer);
    expect(Object.keys(labels ?? {}).sort()).toEqual([
      'app',
      'batch.kubernetes.io/controller-uid',
      'batch.kubernetes.io/job-name',
      'controller-uid',
      'job-name',
    ]);
    expect(answer.json['spec']).toMatchObject({ template: { metadata: { labels } } });
  });

  test('the name of a job is that of its pods too, and is refused as theirs', async () => {
    const answer = await kube.call('POST', jobs, { metadata: { name: 'a'.repeat(64) }, spec: { template } });
    expect([...new Set(causesOf(answer))]).toEqual(['spec.template.labels:FieldValueInvalid']);
  });

  test('parallel work has no end of its own', async () => {
    const { spec } = (await create({ parallelism: 3 })).json;
    expect(spec).toMatchObject({ parallelism: 3 });
    expect(spec).not.toHaveProperty('completions');
  });

  const rule = { action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } };
  test.each<[what: string, spec: JsonObject, causes: string[]]>([
    [
      'pods that never end',
      { template: { spec: { ...podSpec, restartPolicy: 'Always' } } },
      ['spec.template.spec.restartPolicy:FieldValueRequired'],
    ],
    ['fewer than none', { parallelism: -1 }, ['spec.parallelism:FieldValueInvalid']],
    ['indexes without an end', { completionMode: 'Indexed', parallelism: 1 }, ['spec.completions:FieldValueRequired']],
    ['limits of indexes that it has not', { backoffLimitPerIndex: 1 }, ['spec.backoffLimitPerIndex:FieldValueInvalid']],
    [
      'a selector of another job',
      { selector: { matchLabels: { a: 'b' } } },
      ['spec.selector:FieldValueInvalid', 'spec.template.metadata.labels:FieldValueInvalid'],
    ],
    [
      'a rule of nothing',
      { podFailurePolicy: { rules: [{ action: 'FailJob' }] } },
      ['spec.podFailurePolicy.rules[0]:FieldValueInvalid'],
    ],
    [
      'a rule of no exit codes',
      { podFailurePolicy: { rules: [{ ...rule, onExitCodes: {} }] } },
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.operator:FieldValueRequired',
        'spec.podFailurePolicy.rules[0].onExitCodes.values:FieldValueInvalid',
      ],
    ],
    [
      'a rule of success',
      { podFailurePolicy: { rules: [{ ...rule, onExitCodes: { operator: 'In', values: [2, 0] } }] } },
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.values[1]:FieldValueInvalid',
        'spec.podFailurePolicy.rules[0].onExitCodes.values:FieldValueInvalid',
      ],
    ],
    [
      'success of indexes that it has not',
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{ succeededIndexes: '0-5' }] } },
      ['spec.successPolicy.rules[0].succeededIndexes:FieldValueInvalid'],
    ],
  ])('%s', async (_what, spec, causes) => {
    expect(causesOf(await create(spec))).toEqual(causes);
  });

  test('what it does is settled, how much at a time is not', async () => {
    const { name } = metadataOf(await create());
    expect(metadataOf(await patch(name, { spec: { parallelism: 2 } }))['generation']).toBe(2);
    expect(causesOf(await patch(name, { spec: { completions: 5 } }))).toEqual(['spec.completions:FieldValueInvalid']);
    const changed = { spec: { template: { spec: { containers: [{ name: 'c', image: 'img:2' }] } } } };
    expect(causesOf(await patch(name, changed))).toEqual(['spec.template:FieldValueInvalid']);
  });

  test('a job that waits may be sent elsewhere, with other resources', async () => {
    const { name } = metadataOf(await create({ suspend: true }));
    const containers = [{ name: 'c', image: 'img:1', resources: { requests: { cpu: '1' } } }];
    const elsewhere = { spec: { template: { spec: { nodeSelector: { a: 'b' }, containers } } } };
    expect((await patch(name, elsewhere)).status).toBe(200);
    const other = { spec: { template: { spec: { containers: [{ name: 'c', image: 'img:2' }] } } } };
    expect(causesOf(await patch(name, other))).toEqual(['spec.template.spec:FieldValueInvalid']);
  });

  test('by a field that they do not have, jobs cannot be found', async () => {
    const { status, json } = await kube.call('GET', `${jobs}?fieldSelector=spec.x%3D1`);
    expect([status, json['message']]).toEqual([400, 'field label "spec.x" not supported for Job']);
  });

  test('it is done when that is said in full, and stays so', async () => {
    const { name } = metadataOf(await create());
    const [startTime, completionTime] = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z'];
    const complete = { type: 'Complete', status: 'True' };
    const met = { type: 'SuccessCriteriaMet', status: 'True' };
    const set = (status: JsonObject): Promise<TestResponse> => patch(name, { status }, '/status');
    expect(causesOf(await set({ conditions: [complete] }))).toEqual([
      'status.completionTime:FieldValueRequired',
      'status.conditions:FieldValueInvalid',
      'status.startTime:FieldValueRequired',
    ]);
    expect((await set({ conditions: [met, complete], startTime, completionTime, succeeded: 1 })).status).toBe(200);
    expect(causesOf(await set({ succeeded: 0 }))).toEqual(['status.succeeded:FieldValueInvalid']);
    const { json } = await kube.call('GET', `${jobs}?fieldSelector=status.successful%3D1`);
    expect((json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name'])).toEqual([name]);
  });

  test('its pods outlive it by default', async () => {
    const { name } = metadataOf(await create());
    const { json } = await kube.call('DELETE', `${jobs}/${name}`);
    expect(json['metadata']).toMatchObject({ finalizers: ['orphan'] });
  });
});

describe('cron jobs', () => {
  test('defaults', async () => {
    expect((await createCron()).json['spec']).toMatchObject({
      concurrencyPolicy: 'Allow',
      failedJobsHistoryLimit: 1,
      successfulJobsHistoryLimit: 3,
      suspend: false,
    });
  });

  test.each<[what: string, spec: JsonObject, causes: string[]]>([
    ['no schedule', { schedule: '' }, ['spec.schedule:FieldValueRequired']],
    ['a schedule that is none', { schedule: 'now' }, ['spec.schedule:FieldValueInvalid']],
    ['a zone in its schedule', { schedule: 'TZ=UTC * * * * *' }, ['spec.schedule:FieldValueInvalid']],
    ['a zone that is none', { timeZone: 'Mars' }, ['spec.timeZone:FieldValueInvalid']],
    ['a policy that is none', { concurrencyPolicy: 'Maybe' }, ['spec.concurrencyPolicy:FieldValueNotSupported']],
    [
      'a selector',
      { jobTemplate: { spec: { template, selector: { matchLabels: { a: 'b' } } } } },
      ['spec.jobTemplate.spec.selector:FieldValueInvalid'],
    ],
  ])('%s', async (_what, spec, causes) => {
    expect(causesOf(await createCron(spec))).toEqual(causes);
  });

  test('its name leaves room for those of its jobs', async () => {
    expect(causesOf(await createCron({}, 'c'.repeat(53)))).toEqual(['metadata.name:FieldValueInvalid']);
  });
});
