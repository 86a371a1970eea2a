// Follows staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)

import type { Container, PodSpec } from '../../../api/core/v1.js';

/**
 * Whether an update must be evaluated again: of the mutable fields of a pod, only images and added containers matter.
 */
export function isSignificantUpdate(spec: Partial<PodSpec> = {}, old: Partial<PodSpec> = {}): boolean {
  return (
    haveChanged(spec.containers ?? [], old.containers ?? []) ||
    haveChanged(spec.initContainers ?? [], old.initContainers ?? []) ||
    (spec.ephemeralContainers ?? []).some(
      ({ name, image }) => !old.ephemeralContainers?.some((before) => before.name === name && before.image === image),
    )
  );
}

function haveChanged(containers: readonly Container[], old: readonly Container[]): boolean {
  return containers.length !== old.length || containers.some(({ image }, index) => image !== old[index]?.image);
}
