import { counter, exponentialBuckets, gauge, histogram } from '../declaration.js';

const resource = ['group', 'resource'] as const;
const operation = ['operation', 'group', 'resource'] as const;
const perResource = (help: string) => ({ stability: 'ALPHA', help, labels: resource }) as const;

/** Stored objects, and requests to the storage. */
export const storageMetrics = {
  requestDuration: histogram('etcd_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that a request of the store took.',
    labels: operation,
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
  }),
  requests: counter('etcd_requests_total', {
    stability: 'ALPHA',
    help: 'Requests of the store.',
    labels: operation,
  }),
  requestErrors: counter('etcd_request_errors_total', {
    stability: 'ALPHA',
    help: 'Requests of the store that failed.',
    labels: operation,
  }),
  bookmarks: counter('etcd_bookmark_total', perResource('Bookmarks that the store sent.')),
  leaseObjects: histogram('etcd_lease_object_counts', {
    stability: 'ALPHA',
    help: 'Objects that share one lease.',
    buckets: [10, 50, 100, 500, 1000, 2500, 5000],
  }),
  /** Labelled by resource and group in one: `deployments.apps`. */
  objects: gauge('apiserver_storage_objects', {
    stability: 'STABLE',
    deprecatedSince: '1.34.0',
    help: 'Objects that are stored, by resource; -1 where they could not be counted.',
    labels: ['resource'],
  }),
  resourceObjects: gauge('apiserver_resource_objects', perResource('Objects that are stored; -1 when not known.')),
  resourceBytes: gauge('apiserver_resource_size_estimate_bytes', perResource('Estimated bytes of the stored objects.')),
  size: gauge('apiserver_storage_size_bytes', {
    stability: 'STABLE',
    help: 'Bytes that the database takes.',
    labels: ['storage_cluster_id'],
  }),
  eventsReceived: counter('apiserver_storage_events_received_total', {
    stability: 'BETA',
    help: 'Events that the store sent.',
    labels: resource,
  }),
  decodeErrors: counter('apiserver_storage_decode_errors_total', perResource('Stored objects that cannot be read.')),
  lists: counter('apiserver_storage_list_total', perResource('Lists that were read from the store.')),
  listFetched: counter('apiserver_storage_list_fetched_objects_total', perResource('Objects read for lists.')),
  listEvaluated: counter('apiserver_storage_list_evaluated_objects_total', perResource('Objects tested for lists.')),
  listReturned: counter('apiserver_storage_list_returned_objects_total', perResource('Objects returned in lists.')),
  transformations: counter('apiserver_storage_transformation_operations_total', {
    stability: 'ALPHA',
    help: 'Encryptions and decryptions of stored objects.',
    labels: ['resource', 'transformation_type', 'transformer_prefix', 'status'],
  }),
  transformationDuration: histogram('apiserver_storage_transformation_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of encrypting or decrypting a stored object.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets: exponentialBuckets(5e-6, 2, 25),
  }),
} as const;

/** The cache that lists and watches are served from. */
export const watchCacheMetrics = {
  lists: counter('apiserver_cache_list_total', {
    stability: 'ALPHA',
    help: 'Lists that were served from the cache.',
    labels: [...resource, 'index'],
  }),
  listFetched: counter('apiserver_cache_list_fetched_objects_total', {
    stability: 'ALPHA',
    help: 'Objects read from the cache for lists.',
    labels: [...resource, 'index'],
  }),
  listReturned: counter('apiserver_cache_list_returned_objects_total', perResource('Objects returned from the cache.')),
  initEvents: counter('apiserver_init_events_total', perResource('Events that brought new watchers up to date.')),
  eventsReceived: counter('apiserver_watch_cache_events_received_total', perResource('Events that the cache got.')),
  eventsDispatched: counter('apiserver_watch_cache_events_dispatched_total', perResource('Events handed to watchers.')),
  terminatedWatchers: counter('apiserver_terminated_watchers_total', perResource('Watchers closed as too slow.')),
  resourceVersion: gauge('apiserver_watch_cache_resource_version', perResource('Last 15 digits of the revision.')),
  initializations: counter('apiserver_watch_cache_initializations_total', perResource('Times the cache was filled.')),
  capacity: gauge('watch_cache_capacity', perResource('Events that the cache can hold.')),
  capacityIncreases: counter('watch_cache_capacity_increase_total', perResource('Times the capacity grew.')),
  capacityDecreases: counter('watch_cache_capacity_decrease_total', perResource('Times the capacity shrank.')),
  readWait: histogram('apiserver_watch_cache_read_wait_seconds', {
    ...perResource('Seconds that reads waited for the cache to be fresh.'),
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
  }),
  consistentReads: counter('apiserver_watch_cache_consistent_read_total', {
    stability: 'ALPHA',
    help: 'Consistent reads that were served from the cache.',
    labels: [...resource, 'success', 'fallback'],
  }),
  consistencyChecks: counter('apiserver_storage_consistency_checks_total', {
    stability: 'ALPHA',
    help: 'Comparisons of the cache with the store.',
    labels: [...resource, 'status'],
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
    help: 'When the encryption configuration was last reloaded.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_encryption_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'The encryption configuration that is in force, by its hash.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
} as const;
