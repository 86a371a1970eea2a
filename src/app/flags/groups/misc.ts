import type { FlagTable } from '../flag.js';

const noPeers = 'requests are not forwarded to peer API servers';
const noElection = 'coordinated leader election is not implemented';

export const miscFlags = {
  'aggregator-reject-forwarding-redirect': {
    type: 'bool',
    default: true,
    help: 'Reject redirects of aggregated API servers instead of forwarding them',
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
    help: 'Duration of leases of coordinated leader election',
    ignored: noElection,
  },
  'coordinated-leadership-renew-deadline': {
    type: 'duration',
    default: 10_000,
    help: 'Deadline for renewing leases of coordinated leader election',
    ignored: noElection,
  },
  'coordinated-leadership-retry-period': {
    type: 'duration',
    default: 2000,
    help: 'Time between attempts to renew leases of coordinated leader election',
    ignored: noElection,
  },
  'enable-aggregator-routing': {
    type: 'bool',
    default: false,
    help: 'Route requests for aggregated API servers to endpoint IPs rather than the cluster IP',
  },
  'enable-logs-handler': {
    type: 'bool',
    default: false,
    help: 'Serve log files at /logs',
    deprecated: 'Log handler functionality is deprecated',
    unsupported: 'log files are not served',
  },
  'endpoint-reconciler-type': {
    type: 'string',
    default: 'lease',
    help: 'How the endpoints of the kubernetes Service are reconciled: lease, master-count or none',
  },
  'event-ttl': {
    type: 'duration',
    default: 3_600_000,
    help: 'How long events are kept',
  },
  'kubelet-certificate-authority': {
    type: 'string',
    default: '',
    help: 'File with the certificate authority of kubelets; if unset, their certificates are not verified',
  },
  'kubelet-client-certificate': {
    type: 'string',
    default: '',
    help: 'File with the client certificate to present to kubelets',
  },
  'kubelet-client-key': {
    type: 'string',
    default: '',
    help: 'File with the private key of --kubelet-client-certificate',
  },
  'kubelet-port': {
    type: 'int',
    default: 10_250,
    help: 'Port of kubelets whose Node does not state one',
    deprecated: 'kubelet-port is deprecated and will be removed',
  },
  'kubelet-preferred-address-types': {
    type: 'strings',
    default: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
    help: 'Types of node addresses for connections to kubelets, in order of preference',
  },
  'kubelet-read-only-port': {
    type: 'int',
    default: 10_255,
    help: 'Read-only port of kubelets',
    deprecated: 'kubelet-read-only-port is deprecated and will be removed',
    ignored: 'the port is unused, as in kube-apiserver',
  },
  'kubelet-timeout': { type: 'duration', default: 5000, help: 'Timeout for connecting to a kubelet' },
  'kubernetes-service-node-port': {
    type: 'int',
    default: 0,
    help: 'Node port of the kubernetes Service; 0 makes it a ClusterIP service',
  },
  'max-connection-bytes-per-sec': {
    type: 'int',
    default: 0,
    help: 'Bandwidth limit of long-running connections; 0 means no limit',
    ignored: 'bandwidth is not limited',
  },
  'peer-advertise-ip': {
    type: 'string',
    default: '',
    help: 'IP address on which peer API servers reach this one',
    ignored: noPeers,
  },
  'peer-advertise-port': {
    type: 'string',
    default: '',
    help: 'Port on which peer API servers reach this one',
    ignored: noPeers,
  },
  'peer-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authority of peer API servers',
    ignored: noPeers,
  },
  'proxy-client-cert-file': {
    type: 'string',
    default: '',
    help: 'File with the client certificate to present to aggregated API servers and admission webhooks',
  },
  'proxy-client-key-file': {
    type: 'string',
    default: '',
    help: 'File with the private key of --proxy-client-cert-file',
  },
  'service-account-signing-endpoint': {
    type: 'string',
    default: '',
    help: 'Unix socket of an external signer of service account tokens',
    unsupported: 'tokens are signed with --service-account-signing-key-file',
  },
  'service-account-signing-key-file': {
    type: 'string',
    default: '',
    help: 'File with the private key that signs service account tokens',
  },
  'service-cluster-ip-range': {
    type: 'string',
    default: '',
    help: 'IP range for Services in CIDR notation, or two of different IP families; if unset, 10.0.0.0/24',
  },
  'service-node-port-range': {
    type: 'string',
    default: '30000-32767',
    help: 'Port range for Services of type NodePort',
  },
} satisfies FlagTable;
