// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Container, ContainerStateTerminated, ContainerStatus, Pod, PodStatus } from '../../../../api/core/v1.js';
import { isBeingDeleted, isConditionTrue } from '../../../../apimachinery/meta/index.js';
import type { RowCondition, TableColumn } from '../../../../server/registry/index.js';
import { isSidecar } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { isFinished } from './pod-status.js';

const none = '<none>';

export const podColumns: readonly TableColumn<Pod>[] = [
  nameColumn,
  textColumn('Ready', (pod) => summaryOf(pod).ready, {
    description: 'The aggregate readiness state of this pod for accepting traffic.',
  }),
  textColumn('Status', (pod) => summaryOf(pod).text, 'The aggregate status of the containers in this pod.'),
  textColumn('Restarts', (pod) => summaryOf(pod).restarts, {
    description:
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
  }),
  ageColumn,
  textColumn('IP', ({ status }) => status.podIPs?.[0]?.ip || none, { field: 'status.podIP', wide: true }),
  textColumn('Node', ({ spec }) => spec.nodeName || none, { field: 'spec.nodeName', wide: true }),
  textColumn('Nominated Node', ({ status }) => status.nominatedNodeName || none, {
    field: 'status.nominatedNodeName',
    wide: true,
  }),
  textColumn('Readiness Gates', readinessGates, { field: 'spec.readinessGates', wide: true }),
];

const outcomes: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

export function podRowConditions({ status: { phase = '' } }: Pod): RowCondition[] {
  const message = outcomes[phase];
  return message === undefined ? [] : [{ type: 'Completed', status: 'True', reason: phase, message }];
}

function readinessGates({ spec, status }: Pod): string {
  const { readinessGates: gates = [] } = spec;
  const open = gates.filter(({ conditionType }) => isConditionTrue(status.conditions, conditionType));
  return gates.length === 0 ? none : `${open.length}/${gates.length}`;
}

interface Summary {
  readonly ready: string;
  readonly text: string;
  readonly restarts: string;
}

/** Cached, since three columns are computed together. */
const summaries = new WeakMap<Pod, Summary>();

function summaryOf(pod: Pod): Summary {
  let summary = summaries.get(pod);
  if (!summary) {
    summary = summarize(pod);
    summaries.set(pod, summary);
  }
  return summary;
}

function summarize(pod: Pod): Summary {
  const { spec, status } = pod;
  const { containers, initContainers = [] } = spec;
  const sidecars = initContainers.filter(isSidecar);
  const initial = initialState(status, initContainers);
  const main = mainState(status, initial.text ?? phaseText(status));
  const isInitializing = initial.text !== undefined && !isConditionTrue(status.conditions, 'Initialized');
  const started = status.initContainerStatuses?.slice(0, initial.visited);
  return {
    ready: `${initial.ready + (isInitializing ? 0 : main.ready)}/${(containers?.length ?? 0) + sidecars.length}`,
    text: endingText(pod) ?? (isInitializing ? initial.text! : main.text),
    restarts: isInitializing ? restartsOf(started) : restartsAfterStart(status, sidecars),
  };
}

function phaseText({ phase = '', reason, conditions = [] }: PodStatus): string {
  const isGated = conditions.some(({ type, reason: why }) => type === 'PodScheduled' && why === 'SchedulingGated');
  return isGated ? 'SchedulingGated' : reason || phase;
}

function endingText({ metadata, status }: Pod): string | undefined {
  if (!isBeingDeleted(metadata)) return undefined;
  if (status.reason === 'NodeLost') return 'Unknown';
  return isFinished(status) ? undefined : 'Terminating';
}

/** Status while init containers run; empty text: they are done. */
function initialState(
  { initContainerStatuses = [] }: PodStatus,
  containers: readonly Container[],
): { ready: number; visited: number; text?: string } {
  const sidecars = new Set(containers.filter(isSidecar).map(({ name }) => name));
  let ready = 0;
  for (const [index, { name, state, started, ready: isReady }] of initContainerStatuses.entries()) {
    const { terminated, waiting } = state;
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(name) && started) {
      if (isReady) ready++;
      continue;
    }
    const visited = index + 1;
    if (terminated) return { ready, visited, text: `Init:${terminatedText(terminated)}` };
    const { reason = '' } = waiting ?? {};
    const isExplained = reason !== '' && reason !== 'PodInitializing';
    return { ready, visited, text: `Init:${isExplained ? reason : `${index}/${containers.length}`}` };
  }
  return { ready, visited: initContainerStatuses.length };
}

function terminatedText({ reason, signal, exitCode }: ContainerStateTerminated): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}

/** Visits containers from last to first, so that the first one with a reason determines the text. */
function mainState(status: PodStatus, initialText: string): { ready: number; text: string } {
  let [ready, text, failure] = [0, initialText, ''];
  for (const { state, ready: isReady } of [...(status.containerStatuses ?? [])].reverse()) {
    const { waiting, terminated, running } = state;
    if (waiting?.reason) text = waiting.reason;
    else if (terminated) {
      text = terminatedText(terminated);
      if (terminated.exitCode !== 0) failure = text;
    } else if (isReady && running) ready++;
  }
  if (text !== 'Completed') return { ready, text };
  if (ready > 0 && isConditionTrue(status.conditions, 'Ready')) return { ready, text: 'Running' };
  return { ready, text: failure || (ready > 0 ? 'NotReady' : text) };
}

/** Completed init containers do not count; sidecars do. */
function restartsAfterStart(status: PodStatus, sidecars: readonly Container[]): string {
  const names = new Set(sidecars.map(({ name }) => name));
  const beside = (status.initContainerStatuses ?? []).filter(({ name }) => names.has(name));
  return restartsOf([...beside, ...(status.containerStatuses ?? [])]);
}

function restartsOf(statuses: readonly ContainerStatus[] = []): string {
  const count = statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const times = statuses.flatMap(({ lastState }) => lastState.terminated?.finishedAt ?? []);
  const last = times.sort().at(-1) ?? '';
  return count === 0 || last === '' ? String(count) : `${count} (${sinceTime(last)} ago)`;
}
