// Follows pkg/kubelet/kubelet_pods.go (v1.36)
// Follows pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36)
import type { Container, ContainerStatus, Pod, PodStatus } from '../../../api/core/v1.js';
import { formatDuration, formatTime, parseTime } from '../../../apimachinery/meta/index.js';
import { isPodTerminal } from '../../workload/pod-state.js';
import type { Stage, StageEvent } from '../stages/stage.js';
import { running, terminated, waiting } from './containers.js';
import { withConditions } from './pod-conditions.js';
import { requestsOf } from './requests.js';

/** What stages need to know of the node of a pod. */
export interface Host {
  addressOf(pod: Pod): { readonly hostIP: string; readonly podIP: string };
}

const firstBackoffSeconds = 10;
const longestBackoffSeconds = 300;

const containersOf = ({ spec }: Pod): Container[] => spec.containers ?? [];
const initContainersOf = ({ spec }: Pod): Container[] => spec.initContainers ?? [];
const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always';
const statusesOf = ({ status }: Pod): ContainerStatus[] => status.containerStatuses ?? [];

function timeOf(text: string | null | undefined): number {
  return parseTime(text ?? '') ?? 0;
}

function about({ name }: Container, field = 'containers'): { fieldPath: string } {
  return { fieldPath: `spec.${field}{${name}}` };
}

/** The first init container that is not done. */
function nextInitContainer(pod: Pod): Container | undefined {
  return initContainersOf(pod).find((container) => {
    const found = pod.status.initContainerStatuses?.find(({ name }) => name === container.name);
    return isSidecar(container) ? !found?.started : found?.state.terminated?.exitCode !== 0;
  });
}

function startedAt(pod: Pod): number {
  return Math.max(0, ...statusesOf(pod).map(({ state }) => timeOf(state.running?.startedAt)));
}

function isRunning(pod: Pod): boolean {
  const statuses = statusesOf(pod);
  return statuses.length > 0 && statuses.every(({ state }) => state.running !== undefined);
}

function readyAt(pod: Pod): number {
  const { readySeconds, failure } = requestsOf(pod);
  if (failure === 'not-ready') return Number.POSITIVE_INFINITY;
  const delays = containersOf(pod).map(({ readinessProbe }) => readinessProbe?.initialDelaySeconds ?? 0);
  return startedAt(pod) + Math.max(readySeconds, ...delays) * 1000;
}

function isReadyAtOnce(pod: Pod): boolean {
  const { readySeconds, failure } = requestsOf(pod);
  const isProbed = containersOf(pod).some(({ readinessProbe }) => (readinessProbe?.initialDelaySeconds ?? 0) > 0);
  return readySeconds === 0 && failure !== 'not-ready' && !isProbed;
}

function startEvents(containers: readonly Container[], field?: string): StageEvent[] {
  return containers.flatMap((container) => {
    const pulled = `Container image "${container.image}" already present on machine and can be accessed by the pod`;
    return [
      { type: 'Normal', reason: 'Pulled', message: pulled, ...about(container, field) },
      { type: 'Normal', reason: 'Created', message: 'Container created', ...about(container, field) },
      { type: 'Normal', reason: 'Started', message: 'Container started', ...about(container, field) },
    ];
  });
}

function backoffSeconds(restarts: number): number {
  return Math.min(longestBackoffSeconds, firstBackoffSeconds * 2 ** restarts);
}

/** The life of a pod on a simulated node. */
export function podStages(host: Host): readonly Stage<Pod>[] {
  return [...deletionStages, ...lifeStages(host).map(whileAlive)];
}

/** Nothing else happens to pods that are being deleted, or have ended. */
function whileAlive(stage: Stage<Pod>): Stage<Pod> {
  const matches = (pod: Pod): boolean => !pod.metadata.deletionTimestamp && !isPodTerminal(pod) && stage.matches(pod);
  return { ...stage, matches };
}

const atOnce = (_pod: Pod, since: number): number => since;

function stopped(pod: Pod, now: number, exitCode: number): PodStatus {
  const { initContainerStatuses } = pod.status;
  const ended = initContainersOf(pod).map((container) =>
    terminated(container, initContainerStatuses, { pod, now, exitCode: 0 }),
  );
  return {
    ...pod.status,
    ...(ended.length > 0 && { initContainerStatuses: ended }),
    containerStatuses: containersOf(pod).map((container) =>
      terminated(container, statusesOf(pod), { pod, now, exitCode }),
    ),
  };
}

const deletionStages: readonly Stage<Pod>[] = [
  {
    // The owner of a finalizer may read how the pod ended.
    name: 'pod-stop',
    matches: (pod) =>
      isBeingDeleted(pod) && !isPodTerminal(pod) && (pod.metadata.finalizers ?? []).length > 0 && hasStatus(pod),
    dueAt: (pod, since) => since + stopMilliseconds(pod),
    step: (pod, now) => {
      const phase = pod.spec.restartPolicy === 'Always' ? 'Succeeded' : 'Failed';
      const status = stopped(pod, now, phase === 'Failed' ? 137 : 0);
      return { status: withConditions(pod, { ...status, phase }, now) };
    },
  },
  {
    name: 'pod-delete',
    matches: isBeingDeleted,
    dueAt: (pod, since) => since + (isPodTerminal(pod) ? 0 : stopMilliseconds(pod)),
    step: () => ({ isDeleted: true }),
  },
  {
    // The server deletes in two writes; a crash in between leaves a pod that it removes when it is deleted again.
    name: 'pod-delete-again',
    matches: ({ metadata: { deletionTimestamp, deletionGracePeriodSeconds: grace, finalizers = [] } }) =>
      deletionTimestamp !== undefined && grace === 0 && finalizers.length === 0,
    dueAt: (_pod, since) => since + deletionMilliseconds,
    step: () => ({ isDeleted: true }),
  },
];

/** Much longer than it takes from one write to the other. */
const deletionMilliseconds = 2000;

/** What happens to pods that are not being deleted, in order: of those that are due at once, the first happens. */
function lifeStages(host: Host): readonly Stage<Pod>[] {
  return [
    deadline,
    accept(host),
    imagePullFailure,
    initContainer(host),
    start(host),
    backOff,
    restart,
    specChanged,
    ready,
    readinessGates,
    exit,
  ];
}

const deadline: Stage<Pod> = {
  name: 'pod-deadline',
  matches: (pod) => pod.spec.activeDeadlineSeconds !== undefined && hasStatus(pod),
  dueAt: ({ spec, status }) => timeOf(status.startTime) + (spec.activeDeadlineSeconds ?? 0) * 1000,
  step: (pod, time) => {
    const status = {
      ...stopped(pod, time, 137),
      phase: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    };
    return { status: withConditions(pod, status, time) };
  },
};

function accept(host: Host): Stage<Pod> {
  return {
    name: 'pod-accept',
    matches: (pod) => !hasStatus(pod) && !startsAtOnce(pod),
    dueAt: atOnce,
    step: (pod, time) => {
      const hasInit = initContainersOf(pod).length > 0;
      const first = { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' };
      const status: PodStatus = {
        ...pod.status,
        phase: 'Pending',
        startTime: formatTime(time),
        ...hostOnly(addresses(host, pod)),
        ...(hasInit && {
          initContainerStatuses: initContainersOf(pod).map((container) => waiting(container, undefined, first)),
        }),
        containerStatuses: containersOf(pod).map((container) => waiting(container, undefined, first)),
      };
      return { status: withConditions(pod, status, time) };
    },
  };
}

const imagePullFailure: Stage<Pod> = {
  name: 'pod-image-pull-failure',
  matches: (pod) =>
    hasStatus(pod) &&
    !hasImages(pod) &&
    !statusesOf(pod).some(({ state }) => state.waiting?.reason === 'ImagePullBackOff'),
  dueAt: atOnce,
  step: (pod, time) => {
    const statuses = containersOf(pod).map((container) =>
      waiting(container, statusesOf(pod), {
        reason: 'ImagePullBackOff',
        message: `Back-off pulling image "${container.image}"`,
      }),
    );
    const events = containersOf(pod).flatMap((container): StageEvent[] => [
      { type: 'Normal', reason: 'Pulling', message: `Pulling image "${container.image}"`, ...about(container) },
      {
        type: 'Warning',
        reason: 'Failed',
        message: `Failed to pull image "${container.image}": simulated failure`,
        ...about(container),
      },
      {
        type: 'Normal',
        reason: 'BackOff',
        message: `Back-off pulling image "${container.image}"`,
        ...about(container),
      },
    ]);
    return { status: withConditions(pod, { ...pod.status, containerStatuses: statuses }, time), events };
  },
};

function initContainer(host: Host): Stage<Pod> {
  return {
    name: 'pod-init-container',
    matches: (pod) => hasStatus(pod) && hasImages(pod) && nextInitContainer(pod) !== undefined,
    dueAt: atOnce,
    step: (pod, time) => {
      const next = nextInitContainer(pod)!;
      const { initContainerStatuses } = pod.status;
      const statuses = initContainersOf(pod).map((container) => {
        if (container !== next) return initContainerStatuses!.find(({ name }) => name === container.name)!;
        if (isSidecar(container)) return running(container, initContainerStatuses, { pod, now: time, isReady: true });
        return { ...terminated(container, initContainerStatuses, { pod, now: time, exitCode: 0 }), ready: true };
      });
      const status = { ...pod.status, ...addresses(host, pod), initContainerStatuses: statuses };
      return { status: withConditions(pod, status, time), events: startEvents([next], 'initContainers') };
    },
  };
}

function start(host: Host): Stage<Pod> {
  return {
    name: 'pod-start',
    matches: (pod) =>
      (hasStatus(pod) || startsAtOnce(pod)) &&
      hasImages(pod) &&
      nextInitContainer(pod) === undefined &&
      statusesOf(pod).every(({ state }) => state.waiting && state.waiting.reason !== 'CrashLoopBackOff'),
    dueAt: atOnce,
    step: (pod, time) => {
      const isReady = isReadyAtOnce(pod);
      const statuses = containersOf(pod).map((container) =>
        running(container, statusesOf(pod), { pod, now: time, isReady }),
      );
      const startTime = pod.status.startTime ?? formatTime(time);
      const status = {
        ...pod.status,
        startTime,
        phase: 'Running',
        ...addresses(host, pod),
        containerStatuses: statuses,
      };
      return { status: withConditions(pod, status, time), events: startEvents(containersOf(pod)) };
    },
  };
}

const backOff: Stage<Pod> = {
  name: 'pod-back-off',
  matches: (pod) => statusesOf(pod).some(({ state }) => state.terminated) && restarts(pod),
  dueAt: atOnce,
  step: (pod, time) => {
    const failed = statusesOf(pod).some(({ state }) => (state.terminated?.exitCode ?? 0) !== 0);
    const restarted = Math.max(0, ...statusesOf(pod).map(({ restartCount }) => restartCount));
    const backoff = formatDuration(backoffSeconds(restarted) * 1000);
    const name = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`;
    const statuses = containersOf(pod).map((container): ContainerStatus => {
      const current = statusesOf(pod).find((status) => status.name === container.name)!;
      const message = `back-off ${backoff} restarting failed container=${container.name} pod=${name}`;
      const lastState = current.state.terminated ? { terminated: current.state.terminated } : current.lastState;
      return { ...waiting(container, statusesOf(pod), { reason: 'CrashLoopBackOff', message }), lastState };
    });
    const events = failed
      ? containersOf(pod).map(
          (container): StageEvent => ({
            type: 'Warning',
            reason: 'BackOff',
            message: `Back-off restarting failed container ${container.name} in pod ${name}`,
            ...about(container),
          }),
        )
      : [];
    return { status: withConditions(pod, { ...pod.status, containerStatuses: statuses }, time), events };
  },
};

const restart: Stage<Pod> = {
  name: 'pod-restart',
  matches: (pod) => statusesOf(pod).some(({ state }) => state.waiting?.reason === 'CrashLoopBackOff'),
  dueAt: (pod) => {
    const [status] = statusesOf(pod);
    const finished = timeOf(status?.lastState.terminated?.finishedAt);
    return finished + backoffSeconds(status?.restartCount ?? 0) * 1000;
  },
  step: (pod, time) => {
    const statuses = containersOf(pod).map((container) =>
      running(container, statusesOf(pod), { pod, now: time, isReady: isReadyAtOnce(pod) }),
    );
    const status = { ...pod.status, phase: 'Running', containerStatuses: statuses };
    return { status: withConditions(pod, status, time), events: startEvents(containersOf(pod)) };
  },
};

const specChanged: Stage<Pod> = {
  name: 'pod-spec-changed',
  matches: (pod) => isRunning(pod) && (pod.status.observedGeneration ?? 0) < (pod.metadata.generation ?? 0),
  dueAt: atOnce,
  step: (pod, time) => {
    const changed = containersOf(pod).filter(hasOtherImage(pod));
    const statuses = containersOf(pod).map((container) => {
      const current = statusesOf(pod);
      const isReady = current.find(({ name }) => name === container.name)?.ready ?? false;
      if (!changed.includes(container)) return running(container, current, { pod, now: time, isReady });
      const ended = terminated(container, current, { pod, now: time, exitCode: 0 });
      return running(container, [ended], { pod, now: time, isReady: isReadyAtOnce(pod) });
    });
    const killed = changed.map((container): StageEvent => {
      const message = `Container ${container.name} definition changed, will be restarted`;
      return { type: 'Normal', reason: 'Killing', message, ...about(container) };
    });
    const status = { ...pod.status, containerStatuses: statuses };
    return { status: withConditions(pod, status, time), events: [...killed, ...startEvents(changed)] };
  },
};

const ready: Stage<Pod> = {
  name: 'pod-ready',
  matches: (pod) => isRunning(pod) && statusesOf(pod).some(({ ready }) => !ready),
  dueAt: readyAt,
  step: (pod, time) => {
    const statuses = statusesOf(pod).map((status) => ({ ...status, ready: true }));
    return { status: withConditions(pod, { ...pod.status, containerStatuses: statuses }, time) };
  },
};

const readinessGates: Stage<Pod> = {
  name: 'pod-readiness-gates',
  matches: (pod) => {
    const ready = pod.status.conditions?.find(({ type }) => type === 'Ready');
    const wanted = withConditions(pod, pod.status, 0).conditions?.find(({ type }) => type === 'Ready');
    return (pod.spec.readinessGates ?? []).length > 0 && isRunning(pod) && ready?.status !== wanted?.status;
  },
  dueAt: atOnce,
  step: (pod, time) => ({ status: withConditions(pod, pod.status, time) }),
};

const exit: Stage<Pod> = {
  name: 'pod-exit',
  matches: (pod) => isRunning(pod) && endsAt(pod) !== undefined,
  dueAt: (pod) => endsAt(pod) ?? Number.POSITIVE_INFINITY,
  step: (pod, time) => {
    const { exitCode } = requestsOf(pod);
    const status = stopped(pod, time, exitCode);
    const isFinal = pod.spec.restartPolicy === 'Never' || (pod.spec.restartPolicy === 'OnFailure' && exitCode === 0);
    const phase = isFinal ? (exitCode === 0 ? 'Succeeded' : 'Failed') : 'Running';
    return { status: withConditions(pod, { ...status, phase }, time) };
  },
};

function addresses({ addressOf }: Host, pod: Pod): Partial<PodStatus> {
  const { hostIP, podIP } = addressOf(pod);
  return { hostIP, hostIPs: [{ ip: hostIP }], podIP, podIPs: [{ ip: podIP }] };
}

function isBeingDeleted({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds !== 0;
}

function stopMilliseconds(pod: Pod): number {
  return Math.min(requestsOf(pod).stopSeconds, pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

/** A kubelet that is quick enough writes only that the containers run: there is nothing that they wait for. */
function startsAtOnce(pod: Pod): boolean {
  return initContainersOf(pod).length === 0 && hasImages(pod);
}

function hasStatus({ status }: Pod): boolean {
  return status.startTime !== undefined;
}

function hasImages(pod: Pod): boolean {
  return requestsOf(pod).failure !== 'image-pull';
}

function hostOnly({ hostIP, hostIPs }: Partial<PodStatus>): Partial<PodStatus> {
  return { ...(hostIP !== undefined && { hostIP }), ...(hostIPs && { hostIPs }) };
}

function hasOtherImage(pod: Pod): (container: Container) => boolean {
  return ({ name, image }) => statusesOf(pod).some((status) => status.name === name && status.image !== image);
}

/** Whether containers that have ended are started again. */
function restarts({ spec, status }: Pod): boolean {
  if (spec.restartPolicy === 'Never') return false;
  const codes = (status.containerStatuses ?? []).map(({ state }) => state.terminated?.exitCode ?? 0);
  return spec.restartPolicy !== 'OnFailure' || codes.some((code) => code !== 0);
}

/** Undefined: it runs until it is deleted. */
function endsAt(pod: Pod): number | undefined {
  const { runSeconds } = requestsOf(pod);
  return runSeconds === undefined ? undefined : startedAt(pod) + runSeconds * 1000;
}
