import type { PodTemplate } from '../../../pod-spec/index.js';
import { type LevelVersion, minorOf } from '../level-version.js';
import { type CheckEntry, checkTable } from './check-table.js';
import type { CheckedPod, PodCheck, Violation } from './pod-check.js';

export type { CheckedPod } from './pod-check.js';

export interface Violations {
  /** In a few words each. */
  readonly reasons: string;
  /** With what it is that violates the policy. */
  readonly details: string;
}

export function checkedPod({ metadata, spec }: PodTemplate): CheckedPod {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  return {
    annotations: metadata?.annotations ?? {},
    spec,
    containers: [...initContainers, ...(containers ?? []), ...ephemeralContainers],
  };
}

/** What of a pod is beyond a level; undefined: nothing. */
export function violationsOf(pod: CheckedPod, { level, version }: LevelVersion): Violations | undefined {
  if (level === 'privileged') return undefined;
  const violations: Violation[] = [];
  for (const check of checksOf(level, version)) {
    const violation = check(pod);
    if (violation) violations.push(violation);
  }
  if (violations.length === 0) return undefined;
  return {
    reasons: violations.map(({ reason }) => reason).join(', '),
    details: violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', '),
  };
}

/** By level, by minor version: made when they are first asked for. */
const known: Readonly<Record<CheckEntry['level'], (readonly PodCheck[] | undefined)[]>> = {
  baseline: [],
  restricted: [],
};
let newestMinor: number | undefined;

/** Versions that are still to come are as the newest one that is known. */
function checksOf(level: CheckEntry['level'], version: string): readonly PodCheck[] {
  newestMinor ??= Math.max(...checkTable.flatMap(({ since }) => since.map(([minor]) => minor)));
  const minor = Math.min(minorOf(version), newestMinor);
  known[level][minor] ??= selectChecks(level === 'restricted' ? ['baseline', 'restricted'] : ['baseline'], minor);
  return known[level][minor];
}

function selectChecks(levels: readonly CheckEntry['level'][], minor: number): readonly PodCheck[] {
  const made = checkTable.filter(({ level, since }) => levels.includes(level) && since[0]![0] <= minor);
  const replaced = new Set(made.map(({ replaces }) => replaces));
  return made
    .filter(({ name }) => !replaced.has(name))
    .map(({ since }) => since.findLast(([first]) => first <= minor)![1]);
}
