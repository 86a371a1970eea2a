// Follows pkg/controller/controller_utils.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import { parseTime } from '../../apimachinery/meta/index.js';
import { isPodReady, readySince } from './pod-state.js';

const phases: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };
const costAnnotation = 'controller.kubernetes.io/pod-deletion-cost';

interface Rank {
  /** How many pods of related owners are on the pod's node. */
  readonly rank: number;
  readonly now: number;
}

export interface RankedPod extends Rank {
  readonly pod: Pod;
}

/** Orders pods by which is deleted first when there are too many: the one whose loss costs least. */
export function compareForDeletion(a: RankedPod, b: RankedPod): number {
  return (
    falseFirst(isAssigned(a.pod), isAssigned(b.pod)) ||
    phaseOf(a.pod) - phaseOf(b.pod) ||
    falseFirst(isPodReady(a.pod), isPodReady(b.pod)) ||
    costOf(a.pod) - costOf(b.pod) ||
    b.rank - a.rank ||
    compareAges(readySince(a.pod), readySince(b.pod), [a, b]) ||
    restartsOf(b.pod).containers - restartsOf(a.pod).containers ||
    restartsOf(b.pod).sidecars - restartsOf(a.pod).sidecars ||
    compareAges(createdAt(a.pod), createdAt(b.pod), [a, b])
  );
}

function falseFirst(a: boolean, b: boolean): number {
  return Number(a) - Number(b);
}

function isAssigned({ spec }: Pod): boolean {
  return Boolean(spec.nodeName);
}

function phaseOf({ status }: Pod): number {
  return phases[status.phase ?? ''] ?? 0;
}

function costOf({ metadata }: Pod): number {
  const text = metadata.annotations?.[costAnnotation] ?? '0';
  return /^(0|-?[1-9][0-9]{0,9})$/.test(text) ? Number(text) : 0;
}

function createdAt({ metadata }: Pod): number | undefined {
  return parseTime(metadata.creationTimestamp ?? '');
}

/** By the logarithm of their ages: among pods of nearly the same age, chance decides. */
function compareAges(a: number | undefined, b: number | undefined, [first, second]: [RankedPod, RankedPod]): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const difference = magnitude(first.now - a) - magnitude(first.now - b);
  if (difference !== 0) return difference;
  return (first.pod.metadata.uid ?? '') < (second.pod.metadata.uid ?? '') ? -1 : 1;
}

function magnitude(milliseconds: number): number {
  return milliseconds > 0 ? Math.trunc(Math.log2(milliseconds * 1e6)) : -1;
}

function restartsOf({ spec, status }: Pod): { containers: number; sidecars: number } {
  const sidecars = new Set(
    (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  );
  const counts = (statuses = status.containerStatuses): number[] =>
    (statuses ?? []).map(({ restartCount }) => restartCount);
  const ofSidecars = (status.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
  return { containers: Math.max(0, ...counts()), sidecars: Math.max(0, ...counts(ofSidecars)) };
}
