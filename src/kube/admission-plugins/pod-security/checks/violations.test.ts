import { describe, expect, it } from 'vitest';
import type { PodTemplateSpec } from '../../../../api/core/v1.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { Level } from '../level-version.js';
import { checkTable } from './check-table.js';
import { checkedPod, violationsOf } from './index.js';

/** Passes all levels in all versions. */
const restrictedContext: JsonObject = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const container: JsonObject = { name: 'c', image: 'i', securityContext: restrictedContext };
const restrictedSpec: JsonObject = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [container],
};

function detailsOf(
  level: Level,
  version: string,
  { spec = {}, annotations = {} }: { spec?: object; annotations?: object },
) {
  const pod = { metadata: { annotations }, spec: { ...restrictedSpec, ...spec } } as PodTemplateSpec;
  return violationsOf(checkedPod(pod), { level, version })?.details;
}

/** Containers with the restricted security context, extended by the given ones. */
const withContexts = (contexts: Record<string, object>) => ({
  containers: Object.entries(contexts).map(([name, context]) => ({
    ...container,
    name,
    securityContext: { ...restrictedContext, ...context },
  })),
});
const withPodContext = (context: object) => ({
  securityContext: { ...(restrictedSpec['securityContext'] as object), ...context },
});

it('a pod that is restricted is so in all versions', () => {
  for (let minor = 0; minor < 40; minor++) {
    expect(detailsOf('restricted', `v1.${minor}`, {})).toBeUndefined();
    expect(detailsOf('baseline', `v1.${minor}`, {})).toBeUndefined();
  }
  expect(detailsOf('restricted', 'latest', {})).toBeUndefined();
});

it('nothing violates the privileged level', () => {
  expect(detailsOf('privileged', 'latest', { spec: { hostNetwork: true } })).toBeUndefined();
});

type Case = [what: string, pod: { spec?: object; annotations?: object }, details: string];

describe.each<[Exclude<Level, 'privileged'>, string, Case[]]>([
  [
    'baseline',
    'latest',
    [
      [
        'namespaces of the host',
        { spec: { hostPID: true, hostIPC: true, hostNetwork: true } },
        'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
      ],
      ['a path of the host', { spec: { volumes: [{ name: 'v', hostPath: {} }] } }, 'hostPath volumes (volume "v")'],
      [
        'paths of the host',
        {
          spec: {
            volumes: [
              { name: 'v', hostPath: {} },
              { name: 'n', nfs: {} },
              { name: 'w', hostPath: {} },
            ],
          },
        },
        'hostPath volumes (volumes "v", "w")',
      ],
      [
        'a port of the host',
        { spec: { containers: [{ ...container, ports: [{ hostPort: 80 }, { containerPort: 81 }, { hostPort: 0 }] }] } },
        'hostPort (container "c" uses hostPort 80)',
      ],
      [
        'ports of the host, in the order of texts, in all kinds of containers',
        {
          spec: {
            initContainers: [{ ...container, name: 'i', ports: [{ hostPort: 9 }] }],
            containers: [{ ...container, ports: [{ hostPort: 80 }, { hostPort: 9 }] }],
            ephemeralContainers: [{ ...container, name: 'e', ports: [{ hostPort: 800 }] }],
          },
        },
        'hostPort (containers "i", "c", "e" use hostPorts 80, 800, 9)',
      ],
      [
        'probes of hosts',
        {
          spec: {
            containers: [
              { ...container, name: 'z', livenessProbe: { httpGet: { host: 'b', port: 1 } } },
              { ...container, name: 'y', lifecycle: { preStop: { tcpSocket: { host: 'a', port: 1 } } } },
              { ...container, name: 'x', readinessProbe: { tcpSocket: { host: '', port: 1 } } },
            ],
          },
        },
        'probe or lifecycle host (containers "y", "z" use probe or lifecycle hosts "a", "b")',
      ],
      [
        'privileged containers',
        { spec: withContexts({ a: { privileged: true }, b: { privileged: false }, c: { privileged: true } }) },
        'privileged (containers "a", "c" must not set securityContext.privileged=true)',
      ],
      [
        'capabilities',
        { spec: withContexts({ a: { capabilities: { add: ['SYS_TIME', 'CHOWN', 'NET_RAW'] } } }) },
        'non-default capabilities (container "a" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)',
      ],
      [
        'a proc that is not masked',
        { spec: withContexts({ a: { procMount: 'Unmasked' }, b: { procMount: 'Default' } }) },
        'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
      ],
      [
        'SELinux options of all kinds',
        {
          spec: {
            ...withPodContext({ seLinuxOptions: { type: 't', level: 's0' } }),
            ...withContexts({
              a: { seLinuxOptions: { type: 's', user: 'u' } },
              b: { seLinuxOptions: { role: 'r' } },
              c: { seLinuxOptions: { type: 'container_engine_t' } },
            }),
          },
        },
        'seLinuxOptions (pod and containers "a", "b" set forbidden securityContext.seLinuxOptions: types "s", "t"; user may not be set; role may not be set)',
      ],
      [
        'profiles for system calls',
        {
          spec: {
            ...withPodContext({ seccompProfile: { type: 'Unconfined' } }),
            ...withContexts({ a: { seccompProfile: { type: 'Else' } }, b: { seccompProfile: { type: 'Localhost' } } }),
          },
        },
        'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Else", "Unconfined")',
      ],
      [
        'a profile of AppArmor',
        { spec: withPodContext({ appArmorProfile: { type: 'Unconfined' } }) },
        'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
      ],
      [
        'profiles of AppArmor in all places',
        {
          spec: {
            ...withPodContext({ appArmorProfile: { type: 'Unconfined' } }),
            ...withContexts({ a: { appArmorProfile: { type: 'Unconfined' } } }),
          },
          annotations: {
            'container.apparmor.security.beta.kubernetes.io/b': 'un"confined',
            'container.apparmor.security.beta.kubernetes.io/a': 'unconfined',
            'container.apparmor.security.beta.kubernetes.io/c': 'localhost/x',
            'container.apparmor.security.beta.kubernetes.io/d': '',
          },
        },
        'forbidden AppArmor profiles (pod and container "a" and annotations must not set AppArmor profile type to "Unconfined", "container.apparmor.security.beta.kubernetes.io/a="unconfined"", "container.apparmor.security.beta.kubernetes.io/b="un\\"confined"")',
      ],
      [
        'settings of the kernel',
        { spec: withPodContext({ sysctls: [{ name: 'b' }, { name: 'net.ipv4.tcp_rmem' }, { name: 'a' }] }) },
        'forbidden sysctls (b, a)',
      ],
      [
        'processes of a Windows host',
        {
          spec: {
            ...withPodContext({ windowsOptions: { hostProcess: true } }),
            ...withContexts({ a: { windowsOptions: { hostProcess: true } } }),
          },
        },
        'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
      ],
      [
        'several things, in order',
        { spec: { hostIPC: true, ...withContexts({ a: { privileged: true } }) } },
        'host namespaces (hostIPC=true), privileged (container "a" must not set securityContext.privileged=true)',
      ],
    ],
  ],
  [
    'restricted',
    'latest',
    [
      [
        'escalation that is not forbidden',
        { spec: withContexts({ a: { allowPrivilegeEscalation: true }, b: { allowPrivilegeEscalation: undefined } }) },
        'allowPrivilegeEscalation != false (containers "a", "b" must set securityContext.allowPrivilegeEscalation=false)',
      ],
      [
        'capabilities that are kept or added',
        {
          spec: withContexts({
            a: { capabilities: undefined },
            b: { capabilities: { drop: ['CHOWN'], add: ['NET_BIND_SERVICE'] } },
            c: { capabilities: { drop: ['ALL'], add: ['CHOWN'] } },
          }),
        },
        'unrestricted capabilities (containers "a", "b" must set securityContext.capabilities.drop=["ALL"]; container "c" must not include "CHOWN" in securityContext.capabilities.add)',
      ],
      [
        'volumes',
        {
          spec: {
            volumes: [
              { name: 'a', nfs: {} },
              { name: 'b', hostPath: {} },
              { name: 'c', secret: {} },
              { name: 'd', image: {} },
              { name: 'e' },
            ],
          },
        },
        'restricted volume types (volumes "a", "b", "e" use restricted volume types "hostPath", "nfs", "unknown")',
      ],
      [
        'one volume',
        { spec: { volumes: [{ name: 'a', nfs: {} }] } },
        'restricted volume types (volume "a" uses restricted volume type "nfs")',
      ],
      [
        'users that may be root',
        { spec: { securityContext: { seccompProfile: { type: 'Localhost' } } } },
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
      ],
      [
        'users that shall be root',
        { spec: withContexts({ a: { runAsNonRoot: false }, b: {} }) },
        'runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)',
      ],
      [
        'root',
        {
          spec: { ...withPodContext({ runAsUser: 0 }), ...withContexts({ a: { runAsUser: 0 }, b: { runAsUser: 1 } }) },
        },
        'runAsUser=0 (pod and container "a" must not set runAsUser=0)',
      ],
      [
        'no profile for system calls',
        {
          spec: {
            securityContext: { runAsNonRoot: true },
            ...withContexts({ a: {}, b: { seccompProfile: { type: 'Localhost' } }, c: {} }),
          },
        },
        'seccompProfile (pod or containers "a", "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      ],
      [
        'a proc that is not masked, even in a user namespace',
        { spec: { hostUsers: false, ...withContexts({ a: { procMount: 'Unmasked' } }) } },
        'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
      ],
      ['what baseline forbids too', { spec: { hostPID: true } }, 'host namespaces (hostPID=true)'],
    ],
  ],
  [
    'baseline',
    'v1.18',
    [
      [
        'annotations for system calls',
        {
          annotations: {
            'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
            'container.seccomp.security.alpha.kubernetes.io/c': 'x',
            'container.seccomp.security.alpha.kubernetes.io/other': 'unconfined',
          },
        },
        'seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/c="x", seccomp.security.alpha.kubernetes.io/pod="unconfined")',
      ],
    ],
  ],
])('%s:%s forbids', (level, version, cases) => {
  it.each(cases)('%s', (_what, pod, details) => {
    expect(detailsOf(level, version, pod)).toBe(details);
  });
});

describe('with the versions', () => {
  const probe = { spec: { containers: [{ ...container, livenessProbe: { httpGet: { host: 'h', port: 1 } } }] } };
  const sysctl = (name: string) => ({ spec: withPodContext({ sysctls: [{ name }] }) });
  const windows = (pod: { spec: object }) => ({ spec: { ...pod.spec, os: { name: 'windows' } } });
  const inUserNamespace = (pod: { spec: object }) => ({ spec: { ...pod.spec, hostUsers: false } });
  const keepsCapabilities = { spec: withContexts({ a: { capabilities: {} } }) };
  const escalates = { spec: withContexts({ a: { allowPrivilegeEscalation: undefined } }) };
  const noSeccomp = { spec: { securityContext: { runAsNonRoot: true } } };
  const seccomp = { spec: withPodContext({ seccompProfile: { type: 'Unconfined' } }) };
  const unmasked = { spec: withContexts({ a: { procMount: 'Unmasked' } }) };

  it.each<[string, Level, { spec: object }, forbiddenFrom: number, allowedFrom: number]>([
    ['hosts of probes', 'baseline', probe, 34, 100],
    ['reserved ports', 'baseline', sysctl('net.ipv4.ip_local_reserved_ports'), 0, 27],
    ['kept connections', 'baseline', sysctl('net.ipv4.tcp_keepalive_time'), 0, 29],
    ['buffers', 'baseline', sysctl('net.ipv4.tcp_wmem'), 0, 32],
    ['engines', 'baseline', { spec: withPodContext({ seLinuxOptions: { type: 'container_engine_t' } }) }, 0, 31],
    ['profiles for system calls', 'baseline', seccomp, 19, 100],
    ['a lack of them', 'restricted', noSeccomp, 19, 100],
    ['a lack of them on Windows', 'restricted', windows(noSeccomp), 19, 25],
    ['kept capabilities', 'restricted', keepsCapabilities, 22, 100],
    ['kept capabilities on Windows', 'restricted', windows(keepsCapabilities), 22, 25],
    ['escalation', 'restricted', escalates, 8, 100],
    ['escalation on Windows', 'restricted', windows(escalates), 8, 25],
    ['root', 'restricted', { spec: withPodContext({ runAsUser: 0 }) }, 23, 100],
    ['root in a user namespace', 'restricted', inUserNamespace({ spec: withPodContext({ runAsUser: 0 }) }), 23, 35],
    ['roots by rule', 'restricted', inUserNamespace({ spec: withPodContext({ runAsNonRoot: false }) }), 0, 35],
    ['an open proc', 'baseline', unmasked, 0, 100],
    ['an open proc in a user namespace', 'baseline', inUserNamespace(unmasked), 0, 35],
    ['an open proc in a user namespace, for good', 'restricted', inUserNamespace(unmasked), 0, 100],
  ])('%s: %s', (_what, level, pod, forbiddenFrom, allowedFrom) => {
    for (let minor = 0; minor < 40; minor++) {
      const isForbidden = detailsOf(level, `v1.${minor}`, pod) !== undefined;
      expect([minor, isForbidden]).toEqual([minor, minor >= forbiddenFrom && minor < allowedFrom]);
    }
    expect(detailsOf(level, 'latest', pod) !== undefined).toBe(allowedFrom === 100);
  });

  it('checks come one after another', () => {
    for (const { since } of checkTable) {
      const minors = since.map(([minor]) => minor);
      expect(minors).toEqual([...new Set(minors)].sort((a, b) => a - b));
    }
  });
});
