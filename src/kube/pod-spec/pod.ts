// Follows pkg/api/pod/util.go (v1.36)

import type { Container, LifecycleHandler, Pod, PodSpec, ProbeHandler } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { FieldPath } from '../../apimachinery/validation/index.js';

/** Action of a probe or lifecycle hook. */
export type Handler = ProbeHandler & LifecycleHandler;

/** A container with its field path. */
export interface PlacedContainer {
  readonly container: Container;
  readonly path: FieldPath;
}

export function podSpecOf(pod: JsonObject): PodSpec {
  return (pod as Pod).spec;
}

/** All containers of a pod, in upstream's order. */
export function placedContainers(spec: PodSpec, path: FieldPath): PlacedContainer[] {
  const { initContainers, containers, ephemeralContainers } = spec;
  return Object.entries({ initContainers, containers, ephemeralContainers }).flatMap(([field, list]) =>
    (list ?? []).map((container, index) => ({ container, path: path.child(field).index(index) })),
  );
}

/** A restartable init container. */
export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}
