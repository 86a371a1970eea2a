// Follows staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)

import type { Pod } from '../../../api/core/v1.js';
import { compareBytes, controllerOf, goQuote, metadataOf } from '../../../apimachinery/meta/index.js';
import { checkedPod, violationsOf } from './checks/index.js';
import { type LevelVersion, levelVersionText } from './level-version.js';

export interface ExistingPods {
  readonly namespace: string;
  readonly pods: Iterable<Pod>;
  readonly enforce: LevelVersion;
  isExempt(runtimeClassName: string | undefined): boolean;
  /** In milliseconds. */
  readonly now: () => number;
}

const maxChecked = 3000;
const maxMilliseconds = 1000;

/** Returns warnings for existing pods that violate a level that becomes enforced. */
export function existingPodWarnings({ namespace, pods, enforce, isExempt, now }: ExistingPods): string[] {
  const deadline = now() + maxMilliseconds;
  const all = prioritized(pods, isExempt);
  const found = new Map<string, PodNames>();
  let checked = 0;
  for (const pod of all.slice(0, maxChecked)) {
    const violations = violationsOf(checkedPod(pod), enforce);
    if (violations) noteName(found, violations.reasons, pod.metadata.name ?? '');
    checked++;
    if (now() >= deadline) break;
  }
  const warnings: string[] = [];
  if (checked < all.length) {
    warnings.push(
      `new PodSecurity enforce level only checked against the first ${checked} of ${all.length} existing pods`,
    );
  }
  if (found.size === 0) return warnings;
  const level = goQuote(levelVersionText(enforce));
  warnings.push(`existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level ${level}`);
  const violations = [...found].map(([reasons, names]) => `${namesText(names)}: ${reasons}`);
  return [...warnings, ...violations.sort(compareBytes)];
}

/** Pods of the same controller are alike: checks one pod per controller first. */
function prioritized(pods: Iterable<Pod>, isExempt: ExistingPods['isExempt']): Pod[] {
  const first: Pod[] = [];
  const alike: Pod[] = [];
  const controllers = new Set<string>();
  for (const pod of pods) {
    if (isExempt(pod.spec?.runtimeClassName)) continue;
    const { uid } = controllerOf(metadataOf(pod)) ?? {};
    (uid !== undefined && controllers.has(uid) ? alike : first).push(pod);
    if (uid !== undefined) controllers.add(uid);
  }
  return [...first, ...alike];
}

interface PodNames {
  first: string;
  count: number;
}

function noteName(found: Map<string, PodNames>, reasons: string, name: string): void {
  const names = found.get(reasons);
  if (!names) return void found.set(reasons, { first: name, count: 1 });
  names.count++;
  if (compareBytes(name, names.first) < 0) names.first = name;
}

function namesText({ first, count }: PodNames): string {
  if (count === 1) return first;
  return `${first} (and ${count - 1} other ${count === 2 ? 'pod' : 'pods'})`;
}
