import { describe, expect, test } from 'vitest';
import type { Pod, PodStatus } from '../../../api/core/v1.js';
import { podStages } from './pod-stages.js';

const begin = Date.parse('2026-01-01T00:00:00Z');
const stages = podStages({ addressOf: () => ({ hostIP: '172.16.0.1', podIP: '10.128.0.5' }) });

interface Shape {
  readonly spec?: object;
  readonly annotations?: Record<string, string>;
  readonly ofJob?: boolean;
  readonly metadata?: object;
}

function pod({ spec, annotations = {}, ofJob = false, metadata }: Shape): Pod {
  const prefixed = Object.fromEntries(
    Object.entries(annotations).map(([name, value]) => [`simulation.trestle.dev/${name}`, value]),
  );
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'work', uid: 'job', controller: true };
  const containers = [{ name: 'main', image: 'app:1', resources: {} }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name: 'web', namespace: 'a', uid: 'u', generation: 1, annotations: prefixed },
      ...(ofJob && { ownerReferences: [owner] }),
      ...metadata,
    },
    spec: { restartPolicy: ofJob ? 'Never' : 'Always', containers, ...spec },
    status: { phase: 'Pending' },
  } as unknown as Pod;
}

/**
 * What happens to a pod: the seconds at which, the stage, and the status afterwards; until nothing does, or too much.
 */
function life(first: Pod, most = 8): { seconds: number; stage: string; pod: Pod; isDeleted: boolean }[] {
  const seen: { seconds: number; stage: string; pod: Pod; isDeleted: boolean }[] = [];
  let [current, now] = [first, begin];
  while (seen.length < most) {
    const dues = stages
      .filter((stage) => stage.matches(current))
      .map((stage) => ({ stage, due: Math.max(now, stage.dueAt(current, now)) }));
    const next = dues.reduce<(typeof dues)[number] | undefined>((a, b) => (a && a.due <= b.due ? a : b), undefined);
    if (!next || next.due === Number.POSITIVE_INFINITY) return seen;
    now = next.due;
    const { status, isDeleted = false } = next.stage.step(current, now);
    current = { ...current, status: (status ?? current.status) as PodStatus };
    seen.push({ seconds: (now - begin) / 1000, stage: next.stage.name, pod: current, isDeleted });
    if (isDeleted) return seen;
  }
  return seen;
}

const timeline = (shape: Shape, most?: number): string[] =>
  life(pod(shape), most).map(({ seconds, stage }) => `${seconds} ${stage}`);
const last = (shape: Shape): Pod => life(pod(shape)).at(-1)!.pod;
const condition = ({ status }: Pod, type: string) => status.conditions?.find((each) => each.type === type);

const init = { name: 'init', image: 'init:1', resources: {} };

describe('the life of a pod', () => {
  test.each<{ name: string; shape: Shape; happens: string[] }>([
    { name: 'without demands', shape: {}, happens: ['0 pod-start'] },
    {
      name: 'with init containers',
      shape: { spec: { initContainers: [init, { ...init, name: 'second' }] } },
      happens: ['0 pod-accept', '0 pod-init-container', '0 pod-init-container', '0 pod-start'],
    },
    { name: 'of a job', shape: { ofJob: true }, happens: ['0 pod-start', '1 pod-exit'] },
    {
      name: 'of a job that sleeps',
      shape: { ofJob: true, spec: { containers: [{ ...init, command: ['sleep', '300'] }] } },
      happens: ['0 pod-start', '300 pod-exit'],
    },
    {
      name: 'of a job that sleeps for ever',
      shape: { ofJob: true, spec: { containers: [{ ...init, command: ['/bin/sleep'], args: ['infinity'] }] } },
      happens: ['0 pod-start'],
    },
    {
      name: 'of a job whose second container does something else',
      shape: { ofJob: true, spec: { containers: [{ ...init, command: ['sleep', '9'] }, init] } },
      happens: ['0 pod-start', '1 pod-exit'],
    },
    {
      name: 'with a time to run',
      shape: { ofJob: true, annotations: { 'run-seconds': '2.5' } },
      happens: ['0 pod-start', '2.5 pod-exit'],
    },
    {
      name: 'that becomes ready later',
      shape: { annotations: { 'ready-seconds': '3' } },
      happens: ['0 pod-start', '3 pod-ready'],
    },
    {
      name: 'whose probe has a delay',
      shape: { spec: { containers: [{ ...init, readinessProbe: { initialDelaySeconds: 7 } }] } },
      happens: ['0 pod-start', '7 pod-ready'],
    },
    { name: 'that is never ready', shape: { annotations: { failure: 'not-ready' } }, happens: ['0 pod-start'] },
    {
      name: 'whose images cannot be pulled',
      shape: { annotations: { failure: 'image-pull' } },
      happens: ['0 pod-accept', '0 pod-image-pull-failure'],
    },
    {
      name: 'with a deadline',
      shape: { spec: { activeDeadlineSeconds: 5 } },
      happens: ['0 pod-start', '5 pod-deadline'],
    },
    {
      name: 'that is deleted before it has begun',
      shape: { metadata: { deletionTimestamp: 'now', deletionGracePeriodSeconds: 30 } },
      happens: ['0 pod-delete'],
    },
    {
      name: 'that takes its time to stop',
      shape: {
        annotations: { 'stop-seconds': '4' },
        metadata: { deletionTimestamp: 'now', deletionGracePeriodSeconds: 30 },
      },
      happens: ['4 pod-delete'],
    },
    {
      name: 'that takes longer to stop than its grace period',
      shape: {
        annotations: { 'stop-seconds': '40' },
        metadata: { deletionTimestamp: 'now', deletionGracePeriodSeconds: 30 },
      },
      happens: ['30 pod-delete'],
    },
    {
      name: 'whose deletion was interrupted by a crash of the server',
      shape: { metadata: { deletionTimestamp: 'now', deletionGracePeriodSeconds: 0 } },
      happens: ['2 pod-delete-again'],
    },
    {
      name: 'that the server removes when its last finalizer is gone',
      shape: { metadata: { deletionTimestamp: 'now', deletionGracePeriodSeconds: 0, finalizers: ['a.example.com/b'] } },
      happens: [],
    },
  ])('$name', ({ shape, happens }) => {
    expect(timeline(shape)).toEqual(happens);
  });

  test('in a crash loop: the delays double, to a limit', () => {
    const crashes = life(pod({ annotations: { failure: 'crash-loop' } }), 24);
    const restarts = crashes.filter(({ stage }) => stage === 'pod-restart');
    const starts = [0, ...restarts.map(({ seconds }) => seconds)];
    const pauses = starts.slice(1).map((seconds, index) => seconds - starts[index]! - 1);
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect(restarts.at(-1)!.pod.status.containerStatuses?.[0]?.restartCount).toBe(7);
  });
});

describe('the status of a pod', () => {
  test.each<{ name: string; shape: Shape; phase: string; ready: string; exitCode?: number }>([
    { name: 'that runs', shape: {}, phase: 'Running', ready: 'True' },
    { name: 'of a job', shape: { ofJob: true }, phase: 'Succeeded', ready: 'False', exitCode: 0 },
    {
      name: 'of a job that fails',
      shape: { ofJob: true, annotations: { 'exit-code': '3' } },
      ...{ phase: 'Failed', ready: 'False', exitCode: 3 },
    },
    {
      name: 'at its deadline',
      shape: { spec: { activeDeadlineSeconds: 5 } },
      ...{ phase: 'Failed', ready: 'False', exitCode: 137 },
    },
    { name: 'without images', shape: { annotations: { failure: 'image-pull' } }, phase: 'Pending', ready: 'False' },
  ])('$name', ({ shape, phase, ready, exitCode }) => {
    const { status } = last(shape);
    expect([status.phase, status.conditions?.find(({ type }) => type === 'Ready')?.status]).toEqual([phase, ready]);
    expect(status.containerStatuses?.[0]?.state.terminated?.exitCode).toBe(exitCode);
  });

  test('waits for readiness gates', () => {
    const gated = last({ spec: { readinessGates: [{ conditionType: 'example.com/gate' }] } });
    expect(condition(gated, 'Ready')).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
    const gate = { type: 'example.com/gate', status: 'True' };
    const passed = { ...gated, status: { ...gated.status, conditions: [...(gated.status.conditions ?? []), gate] } };
    const [step] = life(passed as unknown as Pod);
    expect([step?.stage, condition(step!.pod, 'Ready')?.status]).toEqual(['pod-readiness-gates', 'True']);
  });

  test('has the generation of the spec, and a container with another image starts again', () => {
    const before = last({});
    expect(before.status.observedGeneration).toBe(1);
    const spec = { ...before.spec, containers: [{ ...before.spec.containers![0]!, image: 'app:2' }] };
    const [step] = life({ ...before, metadata: { ...before.metadata, generation: 2 }, spec });
    expect(step?.stage).toBe('pod-spec-changed');
    const { observedGeneration, containerStatuses = [], conditions = [] } = step!.pod.status;
    expect(observedGeneration).toBe(2);
    expect(conditions.map((each) => each.observedGeneration)).toEqual([2, 2, 2, 2, 2]);
    expect(containerStatuses[0]).toMatchObject({ image: 'app:2', restartCount: 1, ready: true });
    expect(containerStatuses[0]?.lastState.terminated?.exitCode).toBe(0);
  });

  test('of a pod with a finalizer says how it ended, before it goes', () => {
    const metadata = { deletionTimestamp: 'now', deletionGracePeriodSeconds: 30, finalizers: ['example.com/keep'] };
    const started = { ...last({}), metadata: { ...pod({ metadata }).metadata } };
    expect(life(started).map(({ stage, pod: { status } }) => `${stage} ${status.phase}`)).toEqual([
      'pod-stop Succeeded',
      'pod-delete Succeeded',
    ]);
  });

  test('lists sidecars among the init containers', () => {
    const { status } = last({ spec: { initContainers: [{ ...init, restartPolicy: 'Always' }] } });
    expect(status.initContainerStatuses?.[0]).toMatchObject({ ready: true, started: true });
  });
});
