import type { FlagTable } from '../flag.js';

const noPeers = 'requests are not passed on to other servers of the same API';
const noElection = 'coordinated leader election is an alpha feature';

export const miscFlags = {
  'aggregator-reject-forwarding-redirect': {
    type: 'bool',
    default: true,
    help: 'Do not hand on redirects of aggregated API servers',
  },
  'allow-privileged': {
    type: 'bool',
    default: false,
    help: 'Allow privileged containers',
  },
  'apiserver-count': {
    type: 'int',
    default: 1,
    help: 'Number of API servers, with --endpoint-reconciler-type=master-count',
    deprecated: 'apiserver-count is deprecated and will be removed in a future version',
  },
  'coordinated-leadership-lease-duration': {
    type: 'duration',
    default: 15_000,
    help: 'Life of a lease of coordinated leader election',
    ignored: noElection,
  },
  'coordinated-leadership-renew-deadline': {
    type: 'duration',
    default: 10_000,
    help: 'Time to renew it',
    ignored: noElection,
  },
  'coordinated-leadership-retry-period': {
    type: 'duration',
    default: 2000,
    help: 'Time between attempts',
    ignored: noElection,
  },
  'enable-aggregator-routing': {
    type: 'bool',
    default: false,
    help: "Reach aggregated API servers at their endpoints, not at their service's address",
  },
  'enable-logs-handler': {
    type: 'bool',
    default: false,
    help: 'Serve /logs',
    deprecated: 'Log handler functionality is deprecated',
    unsupported: 'logs are not served',
  },
  'endpoint-reconciler-type': {
    type: 'string',
    default: 'lease',
    help: 'How the endpoints of the service kubernetes are kept: lease, master-count, none',
  },
  'event-ttl': {
    type: 'duration',
    default: 3_600_000,
    help: 'How long events are kept',
  },
  'kubelet-certificate-authority': {
    type: 'string',
    default: '',
    help: 'Authority of the certificates of kubelets; whatever they show is believed if unset',
  },
  'kubelet-client-certificate': { type: 'string', default: '', help: 'Certificate to show to kubelets' },
  'kubelet-client-key': { type: 'string', default: '', help: 'Key of --kubelet-client-certificate' },
  'kubelet-port': {
    type: 'int',
    default: 10_250,
    help: 'Port of kubelets whose nodes do not tell it',
    deprecated: 'kubelet-port is deprecated and will be removed',
  },
  'kubelet-preferred-address-types': {
    type: 'strings',
    default: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
    help: 'The types of addresses that kubelets are reached at, the best first',
  },
  'kubelet-read-only-port': {
    type: 'int',
    default: 10_255,
    help: 'Port of kubelets for reading',
    deprecated: 'kubelet-read-only-port is deprecated and will be removed',
    ignored: 'nothing is read from that port, in kube-apiserver neither',
  },
  'kubelet-timeout': { type: 'duration', default: 5000, help: 'Time to connect to a kubelet' },
  'kubernetes-service-node-port': {
    type: 'int',
    default: 0,
    help: 'Node port of the service kubernetes; 0 for none',
  },
  'max-connection-bytes-per-sec': {
    type: 'int',
    default: 0,
    help: 'Bytes that a long-running request may have in a second; 0 for no limit',
    ignored: 'connections are not slowed down',
  },
  'peer-advertise-ip': { type: 'string', default: '', help: 'Where peers reach this server', ignored: noPeers },
  'peer-advertise-port': { type: 'string', default: '', help: 'Where peers reach this server', ignored: noPeers },
  'peer-ca-file': { type: 'string', default: '', help: 'Authority of peers', ignored: noPeers },
  'proxy-client-cert-file': {
    type: 'string',
    default: '',
    help: 'Certificate to show to aggregated API servers and to admission webhooks',
  },
  'proxy-client-key-file': { type: 'string', default: '', help: 'Key of --proxy-client-cert-file' },
  'service-account-signing-endpoint': {
    type: 'string',
    default: '',
    help: 'Socket of a signer of service account tokens',
    unsupported: 'tokens are signed with --service-account-signing-key-file',
  },
  'service-account-signing-key-file': {
    type: 'string',
    default: '',
    help: 'Key that service account tokens are signed with',
  },
  'service-cluster-ip-range': {
    type: 'string',
    default: '',
    help: 'Addresses for services as a CIDR, or two of different families; 10.0.0.0/24 if unset',
  },
  'service-node-port-range': { type: 'string', default: '30000-32767', help: 'Node ports for services' },
} satisfies FlagTable;
