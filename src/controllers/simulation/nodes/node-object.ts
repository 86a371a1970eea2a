// Follows pkg/kubelet/nodestatus/setters.go (v1.36)
import type { Node, NodeCondition } from '../../../api/core/v1.js';
import { formatTime } from '../../../apimachinery/meta/index.js';

/** Marks nodes whose pods are simulated. Others may have it too. */
const simulatedAnnotation = 'simulation.trestle.dev/node';

const zones = 3;

export function isSimulatedNode({ metadata }: Node): boolean {
  return metadata.annotations?.[simulatedAnnotation] === 'true';
}

function nodeName(index: number): string {
  return `node-${index}`;
}

const conditions = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
] as const;

/** A node as its kubelet registers it. */
export function simulatedNode(index: number, { now, version }: { now: number; version: string }): Node {
  const name = nodeName(index);
  const time = formatTime(now);
  const resources = { cpu: '32', memory: '256Gi', 'ephemeral-storage': '1Ti', 'hugepages-2Mi': '0', pods: '110' };
  const [high, low] = [Math.floor(index / 256) % 64, index % 256];
  const podCIDR = `10.${128 + high}.${low}.0/24`;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { [simulatedAnnotation]: 'true', 'node.alpha.kubernetes.io/ttl': '0' },
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/zone': `zone-${index % zones}`,
      },
    },
    spec: { podCIDR, podCIDRs: [podCIDR] },
    status: {
      capacity: resources,
      allocatable: resources,
      conditions: conditions.map(
        ([type, status, reason, message]): NodeCondition => ({
          type,
          status,
          lastHeartbeatTime: time,
          lastTransitionTime: time,
          reason,
          message,
        }),
      ),
      addresses: [
        { type: 'InternalIP', address: `172.${16 + (high % 16)}.${low}.1` },
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
      nodeInfo: {
        machineID: name,
        systemUUID: name,
        bootID: name,
        kernelVersion: 'simulated',
        osImage: 'Trestle (simulated)',
        containerRuntimeVersion: 'simulated://1.0.0',
        kubeletVersion: version,
        kubeProxyVersion: '',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  };
}
