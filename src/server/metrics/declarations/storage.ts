// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/metrics/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/metrics/metrics.go (v1.36)

import { counter, exponentialBuckets, gauge, histogram } from '../declaration.js';

const resource = ['group', 'resource'] as const;
const operation = ['operation', 'group', 'resource'] as const;
const call = ['grpc_type', 'grpc_service', 'grpc_method'] as const;
const perResource = (help: string) => ({ stability: 'ALPHA', help, labels: resource }) as const;

/** Stored objects, and requests to the storage. */
export const storageMetrics = {
  requestDuration: histogram('etcd_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that a storage request took.',
    labels: operation,
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
  }),
  requests: counter('etcd_requests_total', {
    stability: 'ALPHA',
    help: 'Storage requests.',
    labels: operation,
  }),
  requestErrors: counter('etcd_request_errors_total', {
    stability: 'ALPHA',
    help: 'Storage requests that failed.',
    labels: operation,
  }),
  bookmarks: counter('etcd_bookmark_total', perResource('Bookmarks received from the storage.')),
  leaseObjects: histogram('etcd_lease_object_counts', {
    stability: 'ALPHA',
    help: 'Objects that share one lease.',
    buckets: [10, 50, 100, 500, 1000, 2500, 5000],
  }),
  callsStarted: counter('grpc_client_started_total', { help: 'Calls to etcd.', labels: call }),
  callsHandled: counter('grpc_client_handled_total', {
    help: 'Calls to etcd that have ended, by status code.',
    labels: [...call, 'grpc_code'],
  }),
  messagesSent: counter('grpc_client_msg_sent_total', { help: 'Messages sent to etcd.', labels: call }),
  messagesReceived: counter('grpc_client_msg_received_total', { help: 'Messages received from etcd.', labels: call }),
  /** Labelled by resource and group in one: `deployments.apps`. */
  objects: gauge('apiserver_storage_objects', {
    stability: 'STABLE',
    deprecatedSince: '1.34.0',
    help: 'Stored objects, by resource; -1 if they could not be counted.',
    labels: ['resource'],
  }),
  resourceObjects: gauge('apiserver_resource_objects', perResource('Stored objects; -1 if unknown.')),
  resourceBytes: gauge(
    'apiserver_resource_size_estimate_bytes',
    perResource('Estimated size of stored objects in bytes.'),
  ),
  size: gauge('apiserver_storage_size_bytes', {
    stability: 'STABLE',
    help: 'Size of the database in bytes.',
    labels: ['storage_cluster_id'],
  }),
  eventsReceived: counter('apiserver_storage_events_received_total', {
    stability: 'BETA',
    help: 'Events received from the storage.',
    labels: resource,
  }),
  lists: counter('apiserver_storage_list_total', perResource('Lists read from the storage.')),
  listFetched: counter('apiserver_storage_list_fetched_objects_total', perResource('Objects read for lists.')),
  listEvaluated: counter('apiserver_storage_list_evaluated_objects_total', perResource('Objects tested for lists.')),
  listReturned: counter('apiserver_storage_list_returned_objects_total', perResource('Objects returned in lists.')),
} as const;

/** The watch cache, from which lists and watches are served. */
export const watchCacheMetrics = {
  lists: counter('apiserver_cache_list_total', {
    stability: 'ALPHA',
    help: 'Lists served from the cache.',
    labels: [...resource, 'index'],
  }),
  listFetched: counter('apiserver_cache_list_fetched_objects_total', {
    stability: 'ALPHA',
    help: 'Objects read from the cache for lists.',
    labels: [...resource, 'index'],
  }),
  listReturned: counter('apiserver_cache_list_returned_objects_total', perResource('Objects returned from the cache.')),
  consistencyChecks: counter('apiserver_storage_consistency_checks_total', {
    stability: 'ALPHA',
    help: 'Comparisons of the cache with its store, by result: success, failure, error.',
    labels: [...resource, 'status'],
  }),
  initEvents: counter('apiserver_init_events_total', perResource('Initial events sent to new watchers.')),
  eventsReceived: counter('apiserver_watch_cache_events_received_total', perResource('Events received by the cache.')),
  eventsDispatched: counter(
    'apiserver_watch_cache_events_dispatched_total',
    perResource('Events dispatched to watchers.'),
  ),
  resourceVersion: gauge('apiserver_watch_cache_resource_version', perResource('Last 15 digits of the revision.')),
  initializations: counter('apiserver_watch_cache_initializations_total', perResource('Initializations of the cache.')),
  capacity: gauge('watch_cache_capacity', perResource('Capacity of the cache in events.')),
  readWait: histogram('apiserver_watch_cache_read_wait_seconds', {
    ...perResource('Seconds that reads waited for a fresh cache.'),
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
  }),
  consistentReads: counter('apiserver_watch_cache_consistent_read_total', {
    stability: 'ALPHA',
    help: 'Consistent reads served from the cache.',
    labels: [...resource, 'success', 'fallback'],
  }),
} as const;

export const encryptionMetrics = {
  configReloads: counter('apiserver_encryption_config_controller_automatic_reloads_total', {
    stability: 'ALPHA',
    help: 'Reloads of the encryption configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configReloadTime: gauge('apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds', {
    stability: 'ALPHA',
    help: 'Timestamp of the last reload of the encryption configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_encryption_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'Hash of the current encryption configuration.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
} as const;

/** Names of keys are not limited. */
const recentKeys = 100;

export const transformationMetrics = {
  duration: histogram('apiserver_storage_transformation_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a transformation of a stored value.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets: exponentialBuckets(5e-6, 2, 25),
  }),
  operations: counter('apiserver_storage_transformation_operations_total', {
    stability: 'ALPHA',
    help: 'Transformations of stored values, by their outcome.',
    labels: ['resource', 'transformation_type', 'transformer_prefix', 'status'],
  }),
  keyMisses: counter('apiserver_storage_envelope_transformation_cache_misses_total', {
    stability: 'ALPHA',
    help: 'Keys of stored values that a KMS had to decrypt.',
  }),
  keyGeneration: histogram('apiserver_storage_data_key_generation_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of the generation of a key for stored values.',
    buckets: exponentialBuckets(5e-6, 2, 14),
  }),
} as const;

export const envelopeMetrics = {
  callDuration: histogram('apiserver_envelope_encryption_kms_operations_latency_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a call to a KMS, by its outcome.',
    labels: ['provider_name', 'method_name', 'grpc_status_code'],
    buckets: exponentialBuckets(0.0001, 2, 20),
  }),
  keyUses: counter('apiserver_envelope_encryption_key_id_hash_total', {
    stability: 'ALPHA',
    help: 'Values that were encrypted or decrypted with a key of a KMS.',
    labels: ['transformation_type', 'provider_name', 'key_id_hash', 'apiserver_id_hash'],
    keepsRecent: recentKeys,
  }),
  keyUsedAt: gauge('apiserver_envelope_encryption_key_id_hash_last_timestamp_seconds', {
    stability: 'ALPHA',
    help: 'Timestamp of the last use of a key of a KMS.',
    labels: ['transformation_type', 'provider_name', 'key_id_hash', 'apiserver_id_hash'],
    keepsRecent: recentKeys,
  }),
  keyReportedAt: gauge('apiserver_envelope_encryption_key_id_hash_status_last_timestamp_seconds', {
    stability: 'ALPHA',
    help: 'Timestamp at which a KMS last reported a key as its current one.',
    labels: ['provider_name', 'key_id_hash', 'apiserver_id_hash'],
    keepsRecent: recentKeys,
  }),
  invalidKeys: counter('apiserver_envelope_encryption_invalid_key_id_from_status_total', {
    stability: 'ALPHA',
    help: 'Invalid names of keys that a KMS reported.',
    labels: ['provider_name', 'error'],
  }),
  cachedKeys: gauge('apiserver_envelope_encryption_dek_source_cache_size', {
    stability: 'ALPHA',
    help: 'Decrypted keys of a KMS in the cache.',
    labels: ['provider_name'],
  }),
} as const;
