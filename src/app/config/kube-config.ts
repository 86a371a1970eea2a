// Follows cmd/kube-apiserver/app/options/options.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/api_enablement.go (v1.36)

import type { KubernetesServiceConfig, KubeServerOptions } from '../../kube/index.js';
import { AddressRange } from '../../kube/service-addresses/index.js';
import { type FlagValues, inGroup, notNegative } from '../../server/flags/index.js';
import { parseRuntimeConfig } from './runtime-config.js';
import { parseServiceRanges } from './service-network.js';

/** What is served, and the network of services. */
export const kubeFlags = {
  ...inGroup('API enablement', {
    'runtime-config': {
      type: 'map',
      default: new Map(),
      help: 'Turn built-in APIs on or off: <group>/<version>=true|false, v1=true|false for the core group, api/all, api/ga, api/beta and api/alpha',
      validate: (pairs) => parseRuntimeConfig(pairs).errors,
    },
  }),
  ...inGroup('misc', {
    'enable-logs-handler': {
      type: 'bool',
      default: false,
      help: 'Serve the files of /var/log below /logs/',
      deprecated: 'Log handler functionality is deprecated',
    },
    'allow-privileged': {
      type: 'bool',
      default: false,
      help: 'Allow privileged containers',
    },
    'apiserver-count': {
      type: 'int',
      default: 1,
      help: 'Number of API servers in the cluster, with --endpoint-reconciler-type=master-count',
      deprecated: 'apiserver-count is deprecated and will be removed in a future version',
    },
    'coordinated-leadership-lease-duration': {
      type: 'duration',
      default: 15_000,
      help: 'How long the API server that holds the elections of coordinated leader election is not replaced without renewing its lease',
    },
    'coordinated-leadership-renew-deadline': {
      type: 'duration',
      default: 10_000,
      help: 'How long that server tries to renew its lease',
    },
    'coordinated-leadership-retry-period': {
      type: 'duration',
      default: 2000,
      help: 'Time between attempts to acquire or renew that lease',
    },
    'endpoint-reconciler-type': {
      type: 'string',
      default: 'lease',
      help: 'How the endpoints of the kubernetes Service are reconciled: lease, master-count or none',
      validate: reconcilerProblem,
    },
    'event-ttl': {
      type: 'duration',
      default: 3_600_000,
      help: 'How long events are kept',
      validate: notNegative,
    },
    'kubernetes-service-node-port': {
      type: 'int',
      default: 0,
      help: 'Node port of the kubernetes Service; 0 makes it a ClusterIP service',
    },
    'service-cluster-ip-range': {
      type: 'string',
      default: '',
      help: 'IP range for Services in CIDR notation, or two of different IP families; if unset, 10.0.0.0/24',
      validate: (ranges) => parseServiceRanges(ranges).errors,
    },
    'service-node-port-range': {
      type: 'string',
      default: '30000-32767',
      help: 'Port range for Services of type NodePort',
      validate: portRangeProblem,
    },
  }),
};

type KubeFlags = FlagValues<typeof kubeFlags>;

export interface KubeConfig {
  /** Which built-in APIs are served, and the addresses and ports for services. */
  readonly kube: Pick<
    KubeServerOptions,
    | 'isServed'
    | 'serviceRanges'
    | 'nodePortRange'
    | 'eventTtlSeconds'
    | 'allowPrivileged'
    | 'servesLogFiles'
    | 'electionTimers'
  >;
  /** The `kubernetes` service; the server's address and port are known only later. */
  readonly kubernetesService: Omit<KubernetesServiceConfig, 'advertiseAddress' | 'port'>;
  /** The number of servers that share the storage. */
  readonly apiServerCount: number;
}

export function kubeConfig(flags: KubeFlags): KubeConfig {
  const { isServed } = parseRuntimeConfig(flags['runtime-config']);
  return {
    kube: {
      ...(isServed && { isServed }),
      serviceRanges: parseServiceRanges(flags['service-cluster-ip-range']).ranges,
      nodePortRange: flags['service-node-port-range'],
      eventTtlSeconds: Math.ceil(flags['event-ttl'] / 1000),
      allowPrivileged: flags['allow-privileged'],
      servesLogFiles: flags['enable-logs-handler'],
      electionTimers: {
        leaseDurationMilliseconds: flags['coordinated-leadership-lease-duration'],
        renewDeadlineMilliseconds: flags['coordinated-leadership-renew-deadline'],
        retryMilliseconds: flags['coordinated-leadership-retry-period'],
      },
    },
    kubernetesService: {
      nodePort: flags['kubernetes-service-node-port'],
      reconciler: reconcilerOf(flags['endpoint-reconciler-type']),
      serverCount: flags['apiserver-count'],
    },
    apiServerCount: flags['apiserver-count'],
  };
}

export function validateKube(flags: KubeFlags): string[] {
  const [duration, deadline, retry] = ['lease-duration', 'renew-deadline', 'retry-period'] as const;
  const timeOf = (name: typeof duration | typeof deadline | typeof retry) => flags[`coordinated-leadership-${name}`];
  const greater = (one: string, other: string) =>
    `--coordinated-leadership-${one} must be greater than --coordinated-leadership-${other}`;
  return [
    ...(timeOf(duration) <= timeOf(deadline) ? [greater(duration, deadline)] : []),
    ...(timeOf(deadline) <= timeOf(retry) ? [greater(deadline, retry)] : []),
  ];
}

/** The address of the `kubernetes` service. */
export function kubernetesServiceAddress({ kube }: KubeConfig): string {
  return new AddressRange(kube.serviceRanges![0]!).first;
}

function reconcilerOf(type: string): KubernetesServiceConfig['reconciler'] {
  return type === 'none' || type === 'master-count' ? type : 'lease';
}

function reconcilerProblem(type: string): string[] {
  if (['lease', 'master-count', 'none'].includes(type)) return [];
  return ['--endpoint-reconciler-type must be one of lease, master-count, none'];
}

function portRangeProblem(range: string): string[] {
  return /^\d+[-+]\d+$/.test(range)
    ? []
    : [`--service-node-port-range ${JSON.stringify(range)} is not a range of ports`];
}
