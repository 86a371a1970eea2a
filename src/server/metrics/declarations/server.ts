// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/metrics.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/status/metrics/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)

import { counter, exponentialBuckets, gauge, histogram, recentNames } from '../declaration.js';

export const healthMetrics = {
  check: gauge('kubernetes_healthcheck', {
    stability: 'STABLE',
    help: 'Result of the last run of a health check: 1 if it passed.',
    labels: ['name', 'type'],
  }),
  checks: counter('kubernetes_healthchecks_total', {
    stability: 'STABLE',
    help: 'Results of health checks.',
    labels: ['name', 'type', 'status'],
  }),
} as const;

export const aggregatorMetrics = {
  unavailable: gauge('aggregator_unavailable_apiservice', {
    stability: 'ALPHA',
    help: 'APIServices that are not available.',
    labels: ['name'],
  }),
  unavailableTotal: counter('aggregator_unavailable_apiservice_total', {
    stability: 'ALPHA',
    help: 'Number of times an APIService became unavailable, by reason.',
    labels: ['name', 'reason'],
    keepsRecent: recentNames,
  }),
  discoveryAggregations: counter('aggregator_discovery_aggregation_count_total', {
    stability: 'ALPHA',
    help: 'Number of times the aggregated discovery document was built.',
  }),
} as const;

export const extensionMetrics = {
  conversionDuration: histogram('apiserver_crd_conversion_webhook_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a conversion by a webhook.',
    labels: ['crd_name', 'from_version', 'to_version', 'succeeded'],
    keepsRecent: recentNames,
    buckets: exponentialBuckets(0.001, 2, 15),
  }),
  conversionRequests: counter('apiserver_conversion_webhook_request_total', {
    stability: 'ALPHA',
    help: 'Calls of conversion webhooks.',
    labels: ['result', 'failure_type'],
  }),
} as const;

export const buildMetrics = {
  buildInfo: gauge('kubernetes_build_info', {
    stability: 'BETA',
    help: 'Always 1, with the build information as labels.',
    labels: [
      'major',
      'minor',
      'git_version',
      'git_commit',
      'git_tree_state',
      'build_date',
      'go_version',
      'compiler',
      'platform',
    ],
  }),
  featureEnabled: gauge('kubernetes_feature_enabled', {
    stability: 'BETA',
    help: 'Whether a feature is enabled.',
    labels: ['name', 'stage'],
  }),
  versionInfo: gauge('version_info', {
    help: 'Always 1, with the version of a component, the one that it emulates, and the oldest compatible one.',
    labels: ['binary', 'component', 'emulation', 'min_compat'],
  }),
} as const;

/** Certificates that signers have issued. */
export const certificateMetrics = {
  requestedDurations: counter('apiserver_certificates_registry_csr_requested_duration_total', {
    stability: 'ALPHA',
    help: 'Certificates that were issued for requests with a duration, by signer.',
    labels: ['signerName'],
  }),
  honouredDurations: counter('apiserver_certificates_registry_csr_honored_duration_total', {
    stability: 'ALPHA',
    help: 'Certificates that were issued with the requested duration, by signer.',
    labels: ['signerName'],
  }),
} as const;

const network = ['cidr'] as const;

/** Addresses and ports of services. */
export const allocationMetrics = {
  addresses: counter('kube_apiserver_clusterip_allocator_allocation_total', {
    stability: 'ALPHA',
    help: 'Service IPs that were allocated.',
    labels: [...network, 'scope'],
  }),
  addressErrors: counter('kube_apiserver_clusterip_allocator_allocation_errors_total', {
    stability: 'ALPHA',
    help: 'Service IPs that could not be allocated.',
    labels: [...network, 'scope'],
  }),
  addressDuration: histogram('kube_apiserver_clusterip_allocator_allocation_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds to allocate a service IP.',
    labels: network,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }),
  usedAddresses: gauge('kube_apiserver_clusterip_allocator_allocated_ips', {
    stability: 'ALPHA',
    help: 'Service IPs that are allocated.',
    labels: network,
  }),
  freeAddresses: gauge('kube_apiserver_clusterip_allocator_available_ips', {
    stability: 'ALPHA',
    help: 'Service IPs that can be allocated.',
    labels: network,
  }),
  ports: counter('kube_apiserver_nodeport_allocator_allocation_total', {
    stability: 'ALPHA',
    help: 'Node ports that were allocated.',
    labels: ['scope'],
  }),
  portErrors: counter('kube_apiserver_nodeport_allocator_allocation_errors_total', {
    stability: 'ALPHA',
    help: 'Node ports that could not be allocated.',
    labels: ['scope'],
  }),
  usedPorts: gauge('kube_apiserver_nodeport_allocator_allocated_ports', {
    stability: 'ALPHA',
    help: 'Node ports that are allocated.',
  }),
  freePorts: gauge('kube_apiserver_nodeport_allocator_available_ports', {
    stability: 'ALPHA',
    help: 'Node ports that can be allocated.',
  }),
} as const;

/** Differences between services and what is recorded as allocated to them. */
export const repairMetrics = {
  addressErrors: counter('apiserver_clusterip_repair_ip_errors_total', {
    stability: 'ALPHA',
    help: 'Service IPs that were recorded wrongly: leak, repair.',
    labels: ['type'],
  }),
  addressFailures: counter('apiserver_clusterip_repair_reconcile_errors_total', {
    stability: 'ALPHA',
    help: 'Repairs of service IPs that failed.',
  }),
  portErrors: counter('apiserver_nodeport_repair_port_errors_total', {
    stability: 'ALPHA',
    help: 'Node ports that were recorded wrongly: leak, repair.',
    labels: ['type'],
  }),
  portFailures: counter('apiserver_nodeport_repair_reconcile_errors_total', {
    stability: 'ALPHA',
    help: 'Repairs of node ports that failed.',
  }),
} as const;

export const registryMetrics = {
  registered: counter('registered_metrics_total', {
    stability: 'BETA',
    help: 'Metrics, by stability level and the version that deprecated them.',
    labels: ['stability_level', 'deprecated_version'],
  }),
  disabled: counter('disabled_metrics_total', { stability: 'BETA', help: 'Metrics that flags disable.' }),
  hidden: counter('hidden_metrics_total', { stability: 'BETA', help: 'Metrics that are hidden.' }),
  unexpectedValues: counter('cardinality_enforcement_unexpected_categorizations_total', {
    stability: 'ALPHA',
    help: 'Values of labels that are not among those that flags allow.',
  }),
} as const;
