// Follows pkg/kubelet/kubelet_pods.go (v1.36)
import type { Container, ContainerState, ContainerStatus, Pod } from '../../../api/core/v1.js';
import { formatTime } from '../../../apimachinery/meta/index.js';

interface Run {
  readonly pod: Pod;
  readonly now: number;
}

/** The status that a container has, or the first. */
function currentStatus({ name, image = '' }: Container, statuses: readonly ContainerStatus[] = []): ContainerStatus {
  const found = statuses.find((status) => status.name === name);
  return found ?? { name, state: {}, lastState: {}, ready: false, restartCount: 0, image, imageID: '' };
}

export function waiting(
  container: Container,
  statuses: readonly ContainerStatus[] | undefined,
  state: { readonly reason: string; readonly message?: string },
): ContainerStatus {
  return { ...currentStatus(container, statuses), ready: false, started: false, state: { waiting: state } };
}

export function running(
  container: Container,
  statuses: readonly ContainerStatus[] | undefined,
  { pod, now, isReady }: Run & { readonly isReady: boolean },
): ContainerStatus {
  const current = currentStatus(container, statuses);
  const isRestart = current.lastState.terminated !== undefined || current.state.terminated !== undefined;
  const restartCount = current.restartCount + Number(isRestart && !current.state.running);
  const { volumeMounts = [], resources, name } = container;
  return {
    ...current,
    state: current.state.running ? current.state : { running: { startedAt: formatTime(now) } },
    lastState: current.state.terminated ? { terminated: current.state.terminated } : current.lastState,
    ready: isReady,
    started: true,
    restartCount,
    image: container.image ?? '',
    imageID: `simulated://${container.image ?? ''}`,
    containerID: `simulated://${pod.metadata.uid}/${name}/${restartCount}`,
    ...(resources.requests && { allocatedResources: resources.requests }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(volumeMounts.length > 0 && {
      volumeMounts: volumeMounts.map(({ name: volume, mountPath, readOnly, recursiveReadOnly }) => ({
        name: volume,
        mountPath,
        ...(readOnly && { readOnly, recursiveReadOnly: recursiveReadOnly ?? 'Disabled' }),
      })),
    }),
  };
}

export function terminated(
  container: Container,
  statuses: readonly ContainerStatus[] | undefined,
  { pod, now, exitCode }: Run & { readonly exitCode: number },
): ContainerStatus {
  const current = currentStatus(container, statuses);
  if (current.state.terminated) return current;
  const startedAt = current.state.running?.startedAt ?? formatTime(now);
  const containerID = current.containerID ?? `simulated://${pod.metadata.uid}/${container.name}/0`;
  const state: ContainerState = {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt,
      finishedAt: formatTime(now),
      containerID,
    },
  };
  const imageID = `simulated://${container.image ?? ''}`;
  return { ...current, state, ready: false, started: false, imageID, containerID };
}
