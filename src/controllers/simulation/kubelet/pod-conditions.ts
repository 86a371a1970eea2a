// Follows pkg/kubelet/status/generate.go (v1.36)
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../../api/core/v1.js';
import { formatTime } from '../../../apimachinery/meta/index.js';

type Outcome = Pick<PodCondition, 'reason' | 'message'> & { readonly status: 'True' | 'False' };

const met: Outcome = { status: 'True' };

function named(names: readonly string[]): string {
  return `[${names.join(' ')}]`;
}

function initialized({ spec }: Pod, { phase, initContainerStatuses = [], containerStatuses = [] }: PodStatus): Outcome {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  if (containerStatuses.some(hasStarted)) return met;
  const isDone = (name: string, isSidecar: boolean): boolean => {
    const found = initContainerStatuses.find((status) => status.name === name);
    return isSidecar ? Boolean(found?.started) : found?.state.terminated?.exitCode === 0;
  };
  const incomplete = (spec.initContainers ?? []).filter(
    ({ name, restartPolicy }) => !isDone(name, restartPolicy === 'Always'),
  );
  if (incomplete.length === 0) return met;
  const message = `containers with incomplete status: ${named(incomplete.map(({ name }) => name))}`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function hasStarted({ state, lastState }: ContainerStatus): boolean {
  return Boolean(state.running || state.terminated || lastState.terminated);
}

function containersReady({ phase, containerStatuses = [] }: PodStatus): Outcome {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = containerStatuses.filter(({ ready }) => !ready).map(({ name }) => name);
  if (unready.length === 0) return met;
  const message = `containers with unready status: ${named(unready)}`;
  return { status: 'False', reason: 'ContainersNotReady', message };
}

function podReady({ spec }: Pod, status: PodStatus): Outcome {
  const containers = containersReady(status);
  if (containers.status === 'False') return containers;
  const messages = (spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = status.conditions?.find(({ type }) => type === conditionType);
    if (!gate) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    if (gate.status === 'True') return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`];
  });
  if (messages.length === 0) return met;
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}

function readyToStart({ phase, podIP }: PodStatus): Outcome {
  return phase === 'Succeeded' || phase === 'Failed' || !podIP ? { status: 'False' } : met;
}

/** The status with the conditions that it amounts to. Those of others, and the times of those that stay, are kept. */
export function withConditions(pod: Pod, status: PodStatus, now: number): PodStatus {
  const { conditions: current = [] } = pod.status;
  const outcomes: readonly (readonly [string, Outcome])[] = [
    ['PodReadyToStartContainers', readyToStart(status)],
    ['Initialized', initialized(pod, status)],
    ['Ready', podReady(pod, status)],
    ['ContainersReady', containersReady(status)],
    ['PodScheduled', met],
  ];
  const own = outcomes.map(([type, outcome]): PodCondition => {
    const before = current.find((condition) => condition.type === type);
    const isSame = before?.status === outcome.status;
    return {
      type,
      ...(pod.metadata.generation && { observedGeneration: pod.metadata.generation }),
      lastProbeTime: null,
      lastTransitionTime: isSame ? before.lastTransitionTime : formatTime(now),
      ...outcome,
    };
  });
  const others = current.filter(({ type }) => !outcomes.some(([name]) => name === type));
  return {
    ...status,
    ...(pod.metadata.generation && { observedGeneration: pod.metadata.generation }),
    conditions: [...others, ...own],
  };
}
