// Follows staging/src/k8s.io/pod-security-admission/policy/check_allowPrivilegeEscalation.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_capabilities_baseline.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_capabilities_restricted.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_privileged.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_runAsNonRoot.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_runAsUser.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/check_seLinuxOptions.go (v1.36)

import type { SELinuxOptions } from '../../../../api/core/v1.js';
import { containersText, namesOf, offenceOf, type PodCheck, plural, quoted, settersText, sorted } from './pod-check.js';

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

export const runAsNonRoot: PodCheck = ({ spec, containers }) => {
  const reason = 'runAsNonRoot != true';
  const byAll = spec.securityContext?.runAsNonRoot;
  const setters = settersText({
    byPod: byAll === false,
    containers: namesOf(containers, ({ securityContext }) => securityContext?.runAsNonRoot === false),
  });
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  const unset = namesOf(containers, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (byAll || unset.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(unset)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: PodCheck = ({ spec, containers }) => {
  const setters = settersText({
    byPod: spec.securityContext?.runAsUser === 0,
    containers: namesOf(containers, ({ securityContext }) => securityContext?.runAsUser === 0),
  });
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

/** `allowedTypes`: SELinux types that may be set. An unset type is always allowed. */
export function seLinuxOptions(allowedTypes: readonly string[]): PodCheck {
  return ({ spec, containers }) => {
    const found: FoundOptions = { types: new Set(), hasUser: false, hasRole: false };
    const isForbidden = (options: SELinuxOptions | undefined): boolean =>
      options !== undefined && note(options, allowedTypes, found);
    const setters = settersText({
      byPod: isForbidden(spec.securityContext?.seLinuxOptions),
      containers: namesOf(containers, ({ securityContext }) => isForbidden(securityContext?.seLinuxOptions)),
    });
    if (setters === '') return undefined;
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${foundText(found)}`;
    return { reason: 'seLinuxOptions', detail };
  };
}

interface FoundOptions {
  readonly types: Set<string>;
  hasUser: boolean;
  hasRole: boolean;
}

/** Records forbidden options; returns whether there are any. */
function note(options: SELinuxOptions, allowedTypes: readonly string[], found: FoundOptions): boolean {
  const { type = '', user = '', role = '' } = options;
  const isForbiddenType = type !== '' && !allowedTypes.includes(type);
  if (isForbiddenType) found.types.add(type);
  if (user !== '') found.hasUser = true;
  if (role !== '') found.hasRole = true;
  return isForbiddenType || user !== '' || role !== '';
}

function foundText({ types, hasUser, hasRole }: FoundOptions): string {
  const names = sorted(types);
  const parts = names.length > 0 ? [`${plural(names, 'type', 'types')} ${quoted(names)}`] : [];
  if (hasUser) parts.push('user may not be set');
  if (hasRole) parts.push('role may not be set');
  return parts.join('; ');
}
