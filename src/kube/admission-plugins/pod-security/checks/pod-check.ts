import { compareBytes } from '../../../../apimachinery/meta/index.js';
import type { Container, PodSpec } from '../../../pod-spec/index.js';

/** A pod, or the template of one, as checks look at it. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  /** All of them, in the order in which they are told of. */
  readonly containers: readonly Container[];
}

export interface Violation {
  /** In a few words, without the pod's own. */
  readonly reason: string;
  readonly detail: string;
}

/** Undefined: the pod is as it must be. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

/** Containers that do what they must not. */
export interface Offence {
  readonly containers: readonly string[];
  /** What they do it with: in order, each once. */
  readonly values: readonly string[];
}

/** Collects the values that containers must not have; undefined where there are none. */
export function offenceOf(
  { containers }: CheckedPod,
  valuesOf: (container: Container) => readonly string[],
): Offence | undefined {
  const offenders = containers.filter((container) => valuesOf(container).length > 0);
  if (offenders.length === 0) return undefined;
  return { containers: offenders.map(({ name }) => name), values: sorted(new Set(offenders.flatMap(valuesOf))) };
}

/** The names of those of which something is so. */
export function namesOf(containers: readonly Container[], isSo: (container: Container) => boolean): string[] {
  return containers.filter(isSo).map(({ name }) => name);
}

export function sorted(values: Iterable<string>): string[] {
  return [...values].sort(compareBytes);
}

/** Quoted as they are, whatever is in them. */
export function quoted(values: readonly string[]): string {
  return `"${values.join('", "')}"`;
}

/** `container "a"`, `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${plural(names, 'container', 'containers')} ${quoted(names)}`;
}

/** `pod and containers "a", "b"`; empty where nobody sets anything. */
export function settersText({ byPod, containers }: { byPod: boolean; containers: readonly string[] }): string {
  const setters = byPod ? ['pod'] : [];
  if (containers.length > 0) setters.push(containersText(containers));
  return setters.join(' and ');
}

export function plural(items: readonly unknown[], one: string, many: string): string {
  return items.length === 1 ? one : many;
}

/** From some version on, what does not exist on Windows need not be set there. */
export function exceptWindows(check: PodCheck): PodCheck {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod));
}

/** Nobody in a user namespace is who it seems to be on the node. */
export function exceptInUserNamespace(check: PodCheck): PodCheck {
  return (pod) => (pod.spec.hostUsers === false ? undefined : check(pod));
}
