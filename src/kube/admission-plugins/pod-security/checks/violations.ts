import type { PodTemplate } from '../../../pod-spec/index.js';
import { type LevelVersion, levelVersionText, minorOf } from '../level-version.js';
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
export function violationsOf(pod: CheckedPod, policy: LevelVersion): Violations | undefined {
  if (policy.level === 'privileged') return undefined;
  const violations: Violation[] = [];
  for (const check of checksOf(policy)) {
    const violation = check(pod);
    if (violation) violations.push(violation);
  }
  if (violations.length === 0) return undefined;
  return {
    reasons: violations.map(({ reason }) => reason).join(', '),
    details: violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', '),
  };
}

const known = new Map<string, readonly PodCheck[]>();
let newestMinor: number | undefined;

/** Versions that are still to come are as the newest one that is known. */
function checksOf(policy: LevelVersion): readonly PodCheck[] {
  newestMinor ??= Math.max(...checkTable.flatMap(({ since }) => since.map(([minor]) => minor)));
  const minor = Math.min(minorOf(policy.version), newestMinor);
  const key = levelVersionText({ level: policy.level, version: String(minor) });
  let checks = known.get(key);
  if (!checks) {
    checks = selectChecks(policy.level === 'restricted' ? ['baseline', 'restricted'] : ['baseline'], minor);
    known.set(key, checks);
  }
  return checks;
}

function selectChecks(levels: readonly CheckEntry['level'][], minor: number): readonly PodCheck[] {
  const made = checkTable.filter(({ level, since }) => levels.includes(level) && since[0]![0] <= minor);
  const replaced = new Set(made.map(({ replaces }) => replaces));
  return made
    .filter(({ name }) => !replaced.has(name))
    .map(({ since }) => since.findLast(([first]) => first <= minor)![1]);
}
