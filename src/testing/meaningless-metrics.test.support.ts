/**
 * Families of kube-apiserver that are not served, with the reason. A name that ends with * stands for all that begin
 * so.
 */
export const meaningless: Readonly<Record<string, string>> = {
  'go_*': 'the Go runtime; nodejs_* are the figures of this one',
  aggregator_discovery_nopeer_requests_total: 'discovery is not merged with that of peer API servers',
  'aggregator_discovery_peer_aggregated_cache_*': 'discovery is not merged with that of peer API servers',
  apiextensions_apiserver_validation_ratcheting_seconds: 'not measured by itself',
  apiextensions_openapi_v2_regeneration_count: 'documents are built when they are read',
  apiextensions_openapi_v3_regeneration_count: 'documents are built when they are read',
  apiserver_admission_step_admission_duration_seconds_summary: 'the histogram of the same name has the quantiles',
  'apiserver_cel_*':
    'rules of custom resources are not measured by themselves; other expressions are part of their policy, webhook or authorizer',
  'apiserver_envelope_encryption_dek_cache_*': 'KMS v1 has a key for every minute here, not for every value',
  apiserver_storage_data_key_generation_failures_total: 'random bytes cannot fail',
  apiserver_flowcontrol_epoch_advance_total: 'virtual time has no epochs here',
  apiserver_flowcontrol_watch_count_samples: 'seats of writes do not depend on the number of watches',
  'apiserver_kube_aggregator_x509_*': 'OpenSSL decides which certificates are accepted, and does not count them',
  'apiserver_webhooks_x509_*': 'OpenSSL decides which certificates are accepted, and does not count them',
  apiserver_request_timestamp_comparison_time: 'not measured',
  'apiserver_validation_declarative_*': 'there is one validation, not two that are compared',
  apiserver_validation_duplicate_validation_error_total: 'there is one validation, not two that are compared',
  apiserver_terminated_watchers_total: 'slow watches are buffered, then read from the store; none is terminated',
  watch_cache_capacity_increase_total: 'the capacity does not change',
  watch_cache_capacity_decrease_total: 'the capacity does not change',
  'rest_client_exec_plugin_*': 'credentials of plug-ins are not used',
  'rest_client_transport_*': 'transports are not cached across clients',
};

const patterns = Object.keys(meaningless);

export function isMeaningless(name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}
