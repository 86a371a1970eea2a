import { describe, expect, test } from 'vitest';
import type { Job } from '../../api/batch/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { IndexSet, withIndex } from './indexes.js';
import {
  observeJob,
  pendingIndexes,
  remainingBackoff,
  trackingFinalizer,
  untilDeadline,
  wantedActive,
} from './job-state.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const ended = '2025-12-31T23:59:50Z';

function job(spec: object = {}, status: object = {}): Job {
  return { metadata: { name: 'work' }, spec: { template: { spec: {} }, ...spec }, status } as unknown as Job;
}

interface Shape {
  readonly index?: number;
  readonly code?: number;
  readonly failures?: number;
  readonly isCounted?: boolean;
  readonly restarts?: number;
}

function pod(name: string, phase: string, { index, code, failures, isCounted, restarts = 0 }: Shape = {}): Pod {
  const state = code === undefined ? {} : { terminated: { exitCode: code, finishedAt: ended } };
  return {
    metadata: {
      name,
      namespace: 'a',
      uid: name,
      finalizers: isCounted ? [] : [trackingFinalizer],
      annotations: {
        ...(index !== undefined && { 'batch.kubernetes.io/job-completion-index': String(index) }),
        ...(failures !== undefined && { 'batch.kubernetes.io/job-index-failure-count': String(failures) }),
      },
    },
    spec: {},
    status: { phase, containerStatuses: [{ name: 'main', restartCount: restarts, state }] },
  } as unknown as Pod;
}

function observe(observed: Job, pods: readonly Pod[]) {
  const backoff = { failures: 0, lastFailure: 0 };
  return observeJob({ job: observed, pods, released: new Set(['released']), backoff, now });
}

test('counts each pod once, when it has ended', () => {
  const pods = [
    pod('a', 'Running'),
    pod('b', 'Succeeded'),
    pod('c', 'Failed'),
    pod('counted', 'Succeeded', { isCounted: true }),
    pod('released', 'Failed'),
  ];
  const { active, succeeded, failed } = observe(job({}, { succeeded: 2, failed: 1 }), pods);
  expect([active.length, succeeded, failed]).toEqual([1, 3, 2]);
});

describe('a job ends', () => {
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 };
  const onExitCodes = { operator: 'In', values: [42] };
  const policy = { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes }] } };
  const failure = pod('a', 'Failed', { code: 42 });

  test.each<{ name: string; job: Job; pods?: Pod[]; reason: string | undefined }>([
    { name: 'not while it may be tried again', job: job({}, { failed: 5 }), pods: [failure], reason: undefined },
    { name: 'after too many failures', job: job({}, { failed: 6 }), pods: [failure], reason: 'BackoffLimitExceeded' },
    {
      name: 'after too many restarts of containers',
      job: job({ backoffLimit: 2, template: { spec: { restartPolicy: 'OnFailure' } } }),
      pods: [pod('a', 'Running', { restarts: 2 })],
      reason: 'BackoffLimitExceeded',
    },
    {
      name: 'at its deadline',
      job: job({ activeDeadlineSeconds: 10 }, { startTime: ended }),
      reason: 'DeadlineExceeded',
    },
    { name: 'by its failure policy', job: job(policy), pods: [failure], reason: 'PodFailurePolicy' },
    {
      name: 'when an index has failed too often, and no other is left',
      job: job({ ...indexed, backoffLimitPerIndex: 1, backoffLimit: 10 }, { completedIndexes: '0,1' }),
      pods: [pod('a', 'Failed', { index: 2, failures: 1 })],
      reason: 'FailedIndexes',
    },
    {
      name: 'when too many indexes have failed',
      job: job({ ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 1, backoffLimit: 10 }, { failedIndexes: '0' }),
      pods: [pod('a', 'Failed', { index: 2 })],
      reason: 'MaxFailedIndexesExceeded',
    },
    {
      name: 'by its success policy',
      job: job({ ...indexed, successPolicy: { rules: [{ succeededIndexes: '1' }] } }),
      pods: [pod('a', 'Succeeded', { index: 1 })],
      reason: 'SuccessPolicy',
    },
  ])('$name', ({ job: observed, pods = [], reason }) => {
    expect(observe(observed, pods).finish?.reason).toBe(reason);
  });

  test('with the message of the rule', () => {
    const message = 'Container main for pod a/a failed with exit code 42 matching FailJob rule at index 0';
    expect(observe(job(policy), [failure]).finish?.message).toBe(message);
  });

  test('a failure that a rule ignores does not count', () => {
    const ignored = { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes }] } };
    expect(observe(job(ignored), [failure]).failed).toBe(0);
  });
});

describe('active pods', () => {
  test.each<{ name: string; spec: object; pods: Pod[]; wanted: number }>([
    { name: 'one by default', spec: {}, pods: [], wanted: 1 },
    { name: 'as many as run side by side', spec: { parallelism: 3 }, pods: [], wanted: 3 },
    {
      name: 'no more than are left',
      spec: { parallelism: 3, completions: 2 },
      pods: [pod('a', 'Succeeded')],
      wanted: 1,
    },
    {
      name: 'no new ones of a work queue, once a pod has succeeded',
      spec: { parallelism: 3 },
      pods: [pod('a', 'Succeeded'), pod('b', 'Running')],
      wanted: 1,
    },
  ])('$name', ({ spec, pods, wanted }) => expect(wantedActive(job(spec), observe(job(spec), pods))).toBe(wanted));

  test('have the first free indexes', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 5, parallelism: 5 }, { completedIndexes: '0' });
    const pods = [pod('a', 'Running', { index: 2 }), pod('b', 'Succeeded', { index: 3 })];
    expect(pendingIndexes(indexed, { pods, state: observe(indexed, pods), count: 9 })).toEqual([1, 4]);
  });

  test('know their index', () => {
    const { metadata, spec } = withIndex({ metadata: {}, spec: { containers: [{ name: 'main' }] } } as Pod, 7, job());
    expect([metadata.generateName, spec.hostname]).toEqual(['work-7-', 'work-7']);
    expect(spec.containers?.[0]?.env?.map(({ name }) => name)).toEqual(['JOB_COMPLETION_INDEX']);
  });
});

test('the wait after failures doubles, up to ten minutes', () => {
  const wait = (failures: number): number => remainingBackoff({ failures, lastFailure: now }, now) / 1000;
  expect([0, 1, 2, 3, 20].map(wait)).toEqual([0, 10, 20, 40, 600]);
});

test('the deadline counts from the start, and not while the job is suspended', () => {
  const until = (more: object): number | undefined =>
    untilDeadline(job({ activeDeadlineSeconds: 15, ...more }, { startTime: ended }), now);
  expect([until({}), until({ suspend: true })]).toEqual([5000, undefined]);
});

test.each<{ text: string; indexes: number[] }>([
  { text: '', indexes: [] },
  { text: '3', indexes: [3] },
  { text: '0,1', indexes: [0, 1] },
  { text: '1,3-5,7', indexes: [1, 3, 4, 5, 7] },
])('indexes are written as $text', ({ text, indexes }) => {
  const added = new IndexSet();
  for (const index of indexes.toReversed()) added.add(index);
  expect(added.toString()).toBe(text);
  const parsed = IndexSet.parse(text, 10);
  const candidates = Array.from({ length: 10 }, (_, index) => index);
  expect(candidates.filter((index) => parsed.has(index))).toEqual(indexes);
  expect([parsed.size, parsed.countOf(added), parsed.toString()]).toEqual([indexes.length, indexes.length, text]);
});

test('two billion indexes take no longer than one', () => {
  const completions = 2_147_483_647;
  const ended = IndexSet.parse('5-2147483640,0-3', completions);
  ended.add(4);
  expect([ended.size, ended.nextAbsent(0), ended.has(2_147_483_641), ended.toString()]).toEqual([
    2_147_483_641,
    2_147_483_641,
    false,
    '0-2147483640',
  ]);
  expect(ended.countOf(IndexSet.parse('7,9-11,2147483639-2147483646', completions))).toBe(6);
});
