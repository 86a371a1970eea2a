// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodSpec } from '../../api/core/v1.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { wasGivenEmpty } from '../types/index.js';
import { placedContainers } from './pod.js';

const systems = ['linux', 'windows'];
const notOnWindows = 'cannot be set for a windows pod';
const notOnLinux = 'windows options cannot be set for a linux pod';

const linuxPodFields = ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'] as const;
const linuxPodSecurity = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const;
const linuxSecurity = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

/** Rejects fields that the declared operating system does not support. */
export function validateOperatingSystem(spec: PodSpec, path: FieldPath): FieldError[] {
  if (!spec.os) return [];
  const { name } = spec.os;
  const namePath = path.child('os', 'name');
  if (!name) return [namePath.required()];
  if (!systems.includes(name)) return [path.child('os').notSupported(name, systems)];
  return name === 'linux' ? linuxErrors(spec, path) : windowsErrors(spec, path);
}

function linuxErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const contexts = [
    { context: spec.securityContext, at: path.child('securityContext') },
    ...placedContainers(spec, path).map(({ container, path: place }) => ({
      context: container.securityContext,
      at: place.child('securityContext'),
    })),
  ];
  return contexts.flatMap(({ context, at }) =>
    context?.windowsOptions ? [at.child('windowsOptions').forbidden(notOnLinux)] : [],
  );
}

function windowsErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { securityContext = {} } = spec;
  return [
    ...linuxPodFields
      .filter((field) => spec[field] !== undefined)
      .map((field) => path.child(field).forbidden(notOnWindows)),
    ...linuxPodSecurity
      .filter((field) => securityContext[field] !== undefined || wasGivenEmpty(securityContext, field))
      .map((field) => path.child('securityContext', field).forbidden(notOnWindows)),
    ...placedContainers(spec, path).flatMap(({ container, path: place }) =>
      linuxSecurity
        .filter((field) => container.securityContext?.[field] !== undefined)
        .map((field) => place.child('securityContext', field).forbidden(notOnWindows)),
    ),
  ];
}
