// Follows staging/src/k8s.io/pod-security-admission/policy/check_sysctls.go (v1.36)

import type { PodCheck } from './pod-check.js';

export function sysctls(allowed: readonly string[]): PodCheck {
  return ({ spec }) => {
    const forbidden = (spec.securityContext?.sysctls ?? [])
      .map(({ name }) => name)
      .filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}
