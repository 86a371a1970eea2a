// Follows staging/src/k8s.io/pod-security-admission/policy/check_hostNamespaces.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_hostPathVolumes.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_hostPorts.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_hostProbesAndhostLifecycle.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_windowsHostProcess.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_sysctls.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_restrictedVolumes.go (v1.36)

import type { Container, PodSpec, Volume } from '../../../../api/core/v1.js';
import { containersText, offenceOf, type PodCheck, plural, quoted, sorted } from './pod-check.js';

const hostNamespaceFields = ['hostNetwork', 'hostPID', 'hostIPC'] as const satisfies readonly (keyof PodSpec)[];

export const hostNamespaces: PodCheck = ({ spec }) => {
  const shared = hostNamespaceFields.filter((field) => spec[field]).map((field) => `${field}=true`);
  return shared.length === 0 ? undefined : { reason: 'host namespaces', detail: shared.join(', ') };
};

export const hostPathVolumes: PodCheck = ({ spec: { volumes = [] } }) => {
  const names = volumes.filter(({ hostPath }) => hostPath).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural(names, 'volume', 'volumes')} ${quoted(names)}` };
};

export const hostPorts: PodCheck = (pod) => {
  const offence = offenceOf(pod, ({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)])),
  );
  if (!offence) return undefined;
  const { containers, values } = offence;
  const uses = `${plural(containers, 'uses', 'use')} ${plural(values, 'hostPort', 'hostPorts')}`;
  return { reason: 'hostPort', detail: `${containersText(containers)} ${uses} ${values.join(', ')}` };
};

/** Probes of hosts other than the pod let it reach the network of the node. */
export const hostProbesAndHostLifecycle: PodCheck = (pod) => {
  const offence = offenceOf(pod, probedHosts);
  if (!offence) return undefined;
  const { containers, values } = offence;
  const reason = 'probe or lifecycle host';
  const uses = `${plural(containers, 'uses', 'use')} ${plural(values, reason, `${reason}s`)}`;
  return { reason, detail: `${containersText(sorted(containers))} ${uses} ${quoted(values)}` };
};

function probedHosts({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): readonly string[] {
  if (!livenessProbe && !readinessProbe && !startupProbe && !lifecycle) return [];
  return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
    .flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''])
    .filter((host) => host !== '');
}

export function sysctls(allowed: readonly string[]): PodCheck {
  return ({ spec }) => {
    const forbidden = (spec.securityContext?.sysctls ?? [])
      .map(({ name }) => name)
      .filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

const allowedSources: readonly (keyof Volume)[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

export const restrictedVolumes: PodCheck = ({ spec: { volumes = [] } }) => {
  const restricted = volumes.filter((volume) => !allowedSources.some((source) => volume[source]));
  if (restricted.length === 0) return undefined;
  const types = sorted(new Set(restricted.map(sourceOf)));
  const names = `${plural(restricted, 'volume', 'volumes')} ${quoted(restricted.map(({ name }) => name))}`;
  const uses = `${plural(restricted, 'uses', 'use')} ${plural(types, 'restricted volume type', 'restricted volume types')}`;
  return { reason: 'restricted volume types', detail: `${names} ${uses} ${quoted(types)}` };
};

function sourceOf(volume: Volume): string {
  return Object.keys(volume).find((field) => field !== 'name') ?? 'unknown';
}
