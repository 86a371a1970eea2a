// Follows staging/src/k8s.io/pod-security-admission/policy/check_allowPrivilegeEscalation.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_capabilities_baseline.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_capabilities_restricted.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_privileged.go (v1.36)

import { containersText, namesOf, offenceOf, type PodCheck, quoted, settersText } from './pod-check.js';

export const privileged: PodCheck = ({ containers }) => {
  const names = namesOf(containers, ({ securityContext }) => securityContext?.privileged === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

export const allowPrivilegeEscalation: PodCheck = ({ containers }) => {
  const names = namesOf(containers, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const defaultCapabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

export const baselineCapabilities: PodCheck = (pod) => {
  const detail = addedBeside(defaultCapabilities)(pod);
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
};

const netBindServiceOnly = addedBeside(['NET_BIND_SERVICE']);

export const restrictedCapabilities: PodCheck = (pod) => {
  const keeping = namesOf(pod.containers, ({ securityContext }) => {
    return securityContext?.capabilities?.drop?.includes('ALL') !== true;
  });
  const details: string[] = [];
  if (keeping.length > 0) details.push(`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`);
  const added = netBindServiceOnly(pod);
  if (added !== undefined) details.push(added);
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

function addedBeside(allowed: readonly string[]): (...pod: Parameters<PodCheck>) => string | undefined {
  return (pod) => {
    const offence = offenceOf(pod, ({ securityContext }) => {
      return (securityContext?.capabilities?.add ?? []).filter((capability) => !allowed.includes(capability));
    });
    if (!offence) return undefined;
    const { containers, values } = offence;
    return `${containersText(containers)} must not include ${quoted(values)} in securityContext.capabilities.add`;
  };
}

export const windowsHostProcess: PodCheck = ({ spec, containers }) => {
  const setters = settersText({
    byPod: spec.securityContext?.windowsOptions?.hostProcess === true,
    containers: namesOf(containers, ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true),
  });
  if (setters === '') return undefined;
  return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
};
