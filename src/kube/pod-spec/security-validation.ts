// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
} from '../../api/core/v1.js';
import { checkUserOrGroupId, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import { eachItem, oneOf } from '../field-checks.js';
import { goValue } from '../types/index.js';
import { validateLocalPath } from './path-validation.js';
import { placedContainers } from './pod.js';
import { validateWindowsOptions } from './windows-validation.js';

/** `mayMountLabelled`: whether volumes may be mounted with SELinux labels. */
export function validatePodSecurity(
  spec: PodSpec,
  path: FieldPath,
  { mayMountLabelled }: { mayMountLabelled: boolean },
): FieldError[] {
  const { securityContext: context, shareProcessNamespace, hostPID } = spec;
  if (!context) return [];
  const errors = [
    ...idErrors(context.fsGroup, path.child('fsGroup')),
    ...idErrors(context.runAsUser, path.child('runAsUser')),
    ...idErrors(context.runAsGroup, path.child('runAsGroup')),
    ...eachItem(context.supplementalGroups, path.child('supplementalGroups'), idErrors),
  ];
  if (shareProcessNamespace && hostPID) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(path.child('shareProcessNamespace').invalid(true, detail));
  }
  return [
    ...errors,
    ...sysctlErrors(spec, path.child('sysctls')),
    ...policyErrors(context, path, seLinuxPolicies(mayMountLabelled)),
  ];
}

function seLinuxPolicies(mayMountLabelled: boolean): readonly string[] {
  return mayMountLabelled ? ['MountOption', 'Recursive'] : ['Recursive'];
}

function policyErrors(context: PodSecurityContext, path: FieldPath, policies: readonly string[]): FieldError[] {
  const { fsGroupChangePolicy, seccompProfile, appArmorProfile, supplementalGroupsPolicy, seLinuxChangePolicy } =
    context;
  return [
    ...oneOf(fsGroupChangePolicy, ['Always', 'OnRootMismatch'], path.child('fsGroupChangePolicy')),
    ...seccompErrors(seccompProfile, path.child('seccompProfile')),
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
    ...validateAppArmor(appArmorProfile, path.child('appArmorProfile')),
    ...oneOf(supplementalGroupsPolicy, ['Merge', 'Strict'], path.child('supplementalGroupsPolicy')),
    ...oneOf(seLinuxChangePolicy, policies, path.child('seLinuxChangePolicy')),
  ];
}

/** `hostUsers`: whether the pod uses the user namespace of the node. */
export function validateSecurity(
  context: SecurityContext | undefined,
  path: FieldPath,
  { hostUsers }: { hostUsers: boolean },
): FieldError[] {
  if (!context) return [];
  const { runAsUser, runAsGroup, procMount, seccompProfile, appArmorProfile } = context;
  const errors = [
    ...idErrors(runAsUser, path.child('runAsUser')),
    ...idErrors(runAsGroup, path.child('runAsGroup')),
    ...oneOf(procMount, ['Default', 'Unmasked'], path.child('procMount')),
  ];
  if (hostUsers && procMount === 'Unmasked') {
    errors.push(path.child('procMount').invalid(procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  errors.push(...seccompErrors(seccompProfile, path.child('seccompProfile')), ...escalationErrors(context, path));
  return [
    ...errors,
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
    ...validateAppArmor(appArmorProfile, path.child('appArmorProfile')),
  ];
}

function escalationErrors(context: SecurityContext, path: FieldPath): FieldError[] {
  const { allowPrivilegeEscalation, privileged, capabilities } = context;
  if (allowPrivilegeEscalation !== false) return [];
  const shown = goValue('core/v1.SecurityContext', context);
  const errors: FieldError[] = [];
  if (privileged) {
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true';
    errors.push(path.invalid(shown, detail));
  }
  for (const capability of capabilities?.add ?? []) {
    if (capability !== 'CAP_SYS_ADMIN') continue;
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.push(path.invalid(shown, detail));
  }
  return errors;
}

function idErrors(id: number | undefined, path: FieldPath): FieldError[] {
  return id === undefined ? [] : path.check(id, checkUserOrGroupId);
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompErrors(profile: SeccompProfile | AppArmorProfile | undefined, path: FieldPath): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  const [typePath, namePath] = [path.child('type'), path.child('localhostProfile')];
  if (!type) errors.push(typePath.required('type is required when seccompProfile is set'));
  else if (!profileTypes.includes(type)) errors.push(typePath.notSupported(type, profileTypes));
  if (type === 'Localhost') {
    if (localhostProfile !== undefined) return [...errors, ...validateLocalPath(localhostProfile, namePath)];
    errors.push(namePath.required('must be set when seccomp type is Localhost'));
  } else if (localhostProfile !== undefined) {
    const detail = 'can only be set when seccomp type is Localhost';
    errors.push(namePath.invalid(goValue('core/v1.SeccompProfile', profile), detail));
  }
  return errors;
}

const maxProfileLength = 4095;

export function validateAppArmor(profile: SeccompProfile | AppArmorProfile | undefined, path: FieldPath): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const namePath = path.child('localhostProfile');
  switch (type) {
    case 'Localhost':
      return localProfileErrors(localhostProfile, namePath);
    case 'RuntimeDefault':
    case 'Unconfined':
      if (localhostProfile === undefined) return [];
      return [namePath.invalid(localhostProfile, 'can only be set when AppArmor type is Localhost')];
    default:
      if (!type) return [path.child('type').required('type is required when appArmorProfile is set')];
      return [path.child('type').notSupported(type, profileTypes)];
  }
}

function localProfileErrors(profile: string | undefined, path: FieldPath): FieldError[] {
  if (profile === undefined) return [path.required('must be set when AppArmor type is Localhost')];
  const errors: FieldError[] = [];
  if (profile.trim() !== profile) errors.push(path.invalid(profile, 'must not be padded with whitespace'));
  else if (profile === '') errors.push(path.required('must be set when AppArmor type is Localhost'));
  return profile.length > maxProfileLength ? [...errors, path.tooLong(maxProfileLength)] : errors;
}

const maxSysctlLength = 253;
const sysctlPattern = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

function sysctlErrors({ securityContext, hostNetwork, hostIPC }: PodSpec, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return eachItem(securityContext?.sysctls, path, ({ name }, place) => {
    const namePath = place.child('name');
    const errors: FieldError[] = [];
    if (!name) errors.push(namePath.required());
    else if (!isSysctlName(name)) {
      const detail = `must have at most ${maxSysctlLength} characters and match regex ${sysctlPattern}`;
      errors.push(namePath.invalid(name, detail));
    } else if (seen.has(name)) errors.push(namePath.duplicate(name));
    seen.add(name);
    const space = sysctlSpace(name ?? '');
    if (hostNetwork && space === 'net') {
      errors.push(namePath.invalid(name, "may not be specified when 'hostNetwork' is true"));
    } else if (hostIPC && space === 'ipc') {
      errors.push(namePath.invalid(name, "may not be specified when 'hostIPC' is true"));
    }
    return errors;
  });
}

/** Checks each segment: a single regular expression would backtrack on long names. */
function isSysctlName(name: string): boolean {
  if (name.length > maxSysctlLength) return false;
  return name.split(/[./]/).every((segment) => /^[a-z0-9][-_a-z0-9]*$/.test(segment) && /[a-z0-9]$/.test(segment));
}

/** Returns the kernel namespace of a sysctl. */
function sysctlSpace(name: string): 'ipc' | 'net' | undefined {
  const dotted = name.replaceAll('/', '.');
  if (dotted.startsWith('net.')) return 'net';
  return /^(kernel\.(sem$|shm|msg)|fs\.mqueue\.)/.test(dotted) ? 'ipc' : undefined;
}

/** A pod with its own user namespace may not share other host namespaces or use raw block devices. */
export function validateHostUsers(
  spec: PodSpec,
  path: FieldPath,
  { mayUseHostNetwork }: { mayUseHostNetwork: boolean },
): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const detail = 'when `hostUsers` is false';
  const errors: FieldError[] = [];
  if (spec.hostNetwork && !mayUseHostNetwork) errors.push(path.child('hostNetwork').forbidden(detail));
  if (spec.hostPID) errors.push(path.child('HostPID').forbidden(detail));
  if (spec.hostIPC) errors.push(path.child('HostIPC').forbidden(detail));
  for (const { container, path: place } of placedContainers(spec, path)) {
    if (container.volumeDevices?.length) errors.push(place.child('volumeDevices').forbidden(detail));
  }
  return errors;
}
