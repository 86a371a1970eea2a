// Follows staging/src/k8s.io/pod-security-admission/policy/checks.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/registry.go (v1.36)

import type { PodSpec, PodTemplateSpec } from '../../../../api/core/v1.js';
import { type LevelVersion, minorOf } from '../level-version.js';
import { type CheckEntry, checkTable } from './check-table.js';
import type { CheckedPod, PodCheck, Violation } from './pod-check.js';

export type { CheckedPod } from './pod-check.js';

export interface Violations {
  /** Short text of each violation. */
  readonly reasons: string;
  /** Including the values that violate the policy. */
  readonly details: string;
}

export function checkedPod({ metadata, spec = {} as PodSpec }: PodTemplateSpec): CheckedPod {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  return {
    annotations: metadata?.annotations ?? {},
    spec,
    containers: [...initContainers, ...(containers ?? []), ...ephemeralContainers],
  };
}

/** Returns the violations of a level by a pod; undefined: none. */
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

/** Cached checks by level and minor version. */
const known: Readonly<Record<CheckEntry['level'], (readonly PodCheck[] | undefined)[]>> = {
  baseline: [],
  restricted: [],
};
let newestMinor: number | undefined;

/** Unknown future versions use the checks of the newest known version. */
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
