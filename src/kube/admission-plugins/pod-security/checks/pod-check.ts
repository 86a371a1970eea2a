// Follows staging/src/k8s.io/pod-security-admission/policy/checks.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/visitor.go (v1.36)

import type { Container, PodSpec } from '../../../../api/core/v1.js';
import { compareBytes } from '../../../../apimachinery/meta/index.js';

/** A pod or pod template to check. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  /** All containers, in the order in which violations are reported. */
  readonly containers: readonly Container[];
}

export interface Violation {
  /** Short text without values from the pod. */
  readonly reason: string;
  readonly detail: string;
}

/** Returns undefined if the pod passes. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

/** Containers that violate a check. */
export interface Offence {
  readonly containers: readonly string[];
  /** The forbidden values, sorted and without duplicates. */
  readonly values: readonly string[];
}

/** Collects forbidden values of containers; undefined if there are none. */
export function offenceOf(
  { containers }: CheckedPod,
  valuesOf: (container: Container) => readonly string[],
): Offence | undefined {
  const offenders = containers.filter((container) => valuesOf(container).length > 0);
  if (offenders.length === 0) return undefined;
  return { containers: offenders.map(({ name }) => name), values: sorted(new Set(offenders.flatMap(valuesOf))) };
}

/** Returns the names of the containers that match. */
export function namesOf(containers: readonly Container[], isSo: (container: Container) => boolean): string[] {
  return containers.filter(isSo).map(({ name }) => name);
}

export function sorted(values: Iterable<string>): string[] {
  return [...values].sort(compareBytes);
}

/** Quoted without escaping. */
export function quoted(values: readonly string[]): string {
  return `"${values.join('", "')}"`;
}

/** `container "a"`, `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${plural(names, 'container', 'containers')} ${quoted(names)}`;
}

/** `pod and containers "a", "b"`; empty if neither sets the field. */
export function settersText({ byPod, containers }: { byPod: boolean; containers: readonly string[] }): string {
  const setters = byPod ? ['pod'] : [];
  if (containers.length > 0) setters.push(containersText(containers));
  return setters.join(' and ');
}

export function plural(items: readonly unknown[], one: string, many: string): string {
  return items.length === 1 ? one : many;
}

/** Skips the check for Windows pods, which lack the field. */
export function exceptWindows(check: PodCheck): PodCheck {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod));
}

/** Skips the check for pods in a user namespace, where container users are unprivileged on the node. */
export function exceptInUserNamespace(check: PodCheck): PodCheck {
  return (pod) => (pod.spec.hostUsers === false ? undefined : check(pod));
}
