// Follows staging/src/k8s.io/pod-security-admission/policy/checks.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/policy/registry.go (v1.36)

import type { Level } from '../level-version.js';
import {
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndHostLifecycle,
  restrictedVolumes,
  sysctls,
} from './host-checks.js';
import { exceptInUserNamespace, exceptWindows, type PodCheck } from './pod-check.js';
import {
  allowPrivilegeEscalation,
  baselineCapabilities,
  privileged,
  restrictedCapabilities,
  runAsNonRoot,
  runAsUser,
  seLinuxOptions,
  windowsHostProcess,
} from './privilege-checks.js';
import {
  appArmorProfile,
  baselineSeccomp,
  procMount,
  restrictedSeccomp,
  seccompAnnotations,
} from './profile-checks.js';

export interface CheckEntry {
  readonly name: string;
  /** Lowest level that includes the check. */
  readonly level: Exclude<Level, 'privileged'>;
  /** Variants of the check with the minor versions in which they were introduced, ascending. */
  readonly since: readonly (readonly [minor: number, check: PodCheck])[];
  /** A check of the lower level that this one replaces. */
  readonly replaces?: string;
}

const seLinuxTypes = ['container_t', 'container_init_t', 'container_kvm_t'];

const sysctls0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctls27 = [...sysctls0, 'net.ipv4.ip_local_reserved_ports'];
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

/** All checks, in the order in which violations are reported. */
export const checkTable: readonly CheckEntry[] = [
  { name: 'appArmorProfile', level: 'baseline', since: [[0, appArmorProfile]] },
  { name: 'capabilities', level: 'baseline', since: [[0, baselineCapabilities]] },
  { name: 'hostNamespaces', level: 'baseline', since: [[0, hostNamespaces]] },
  { name: 'hostPathVolumes', level: 'baseline', since: [[0, hostPathVolumes]] },
  { name: 'hostPorts', level: 'baseline', since: [[0, hostPorts]] },
  { name: 'hostProbesAndHostLifecycle', level: 'baseline', since: [[34, hostProbesAndHostLifecycle]] },
  { name: 'privileged', level: 'baseline', since: [[0, privileged]] },
  {
    name: 'procMount',
    level: 'baseline',
    since: [
      [0, procMount],
      [35, exceptInUserNamespace(procMount)],
    ],
  },
  {
    name: 'seLinuxOptions',
    level: 'baseline',
    since: [
      [0, seLinuxOptions(seLinuxTypes)],
      [31, seLinuxOptions([...seLinuxTypes, 'container_engine_t'])],
    ],
  },
  {
    name: 'seccompProfile',
    level: 'baseline',
    since: [
      [0, seccompAnnotations],
      [19, baselineSeccomp],
    ],
  },
  {
    name: 'sysctls',
    level: 'baseline',
    since: [
      [0, sysctls(sysctls0)],
      [27, sysctls(sysctls27)],
      [29, sysctls(sysctls29)],
      [32, sysctls(sysctls32)],
    ],
  },
  { name: 'windowsHostProcess', level: 'baseline', since: [[0, windowsHostProcess]] },
  {
    name: 'allowPrivilegeEscalation',
    level: 'restricted',
    since: [
      [8, allowPrivilegeEscalation],
      [25, exceptWindows(allowPrivilegeEscalation)],
    ],
  },
  {
    name: 'restrictedCapabilities',
    level: 'restricted',
    since: [
      [22, restrictedCapabilities],
      [25, exceptWindows(restrictedCapabilities)],
    ],
    replaces: 'capabilities',
  },
  { name: 'restrictedProcMount', level: 'restricted', since: [[35, procMount]], replaces: 'procMount' },
  { name: 'restrictedVolumes', level: 'restricted', since: [[0, restrictedVolumes]], replaces: 'hostPathVolumes' },
  {
    name: 'runAsNonRoot',
    level: 'restricted',
    since: [
      [0, runAsNonRoot],
      [35, exceptInUserNamespace(runAsNonRoot)],
    ],
  },
  {
    name: 'runAsUser',
    level: 'restricted',
    since: [
      [23, runAsUser],
      [35, exceptInUserNamespace(runAsUser)],
    ],
  },
  {
    name: 'restrictedSeccompProfile',
    level: 'restricted',
    since: [
      [19, restrictedSeccomp],
      [25, exceptWindows(restrictedSeccomp)],
    ],
    replaces: 'seccompProfile',
  },
];
