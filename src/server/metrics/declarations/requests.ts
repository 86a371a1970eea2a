// Follows staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)

import { counter, exponentialBuckets, gauge, histogram } from '../declaration.js';

const endpoint = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'] as const;
const resource = ['group', 'version', 'resource'] as const;
const sliBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60] as const;

/** Requests, from their arrival to the end of the response. */
export const requestMetrics = {
  total: counter('apiserver_request_total', {
    stability: 'STABLE',
    help: 'Requests by verb, dry run, resource, scope, component and response code.',
    labels: [...endpoint, 'dry_run', 'code'],
  }),
  duration: histogram('apiserver_request_duration_seconds', {
    stability: 'STABLE',
    help: 'Seconds from the arrival of a request to the end of its response.',
    labels: [...endpoint, 'dry_run'],
    buckets: [0.005, 0.025, ...sliBuckets],
  }),
  sliDuration: histogram('apiserver_request_sli_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that a request took, without webhooks and without waiting in a queue.',
    labels: endpoint,
    buckets: sliBuckets,
  }),
  fieldValidationDuration: histogram('field_validation_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that a request took, by its field validation mode.',
    labels: ['field_validation'],
    buckets: sliBuckets,
  }),
  responseSizes: histogram('apiserver_response_sizes', {
    stability: 'STABLE',
    help: 'Size of responses to reads in bytes.',
    labels: endpoint,
    buckets: exponentialBuckets(1000, 10, 7),
  }),
  bodySizes: histogram('apiserver_request_body_size_bytes', {
    stability: 'ALPHA',
    help: 'Size of request bodies in bytes.',
    labels: ['group', 'resource', 'verb'],
    buckets: Array.from({ length: 31 }, (_, index) => 50_000 + 100_000 * index),
  }),
  longRunning: gauge('apiserver_longrunning_requests', {
    stability: 'STABLE',
    help: 'Long-running requests that are open.',
    labels: endpoint,
  }),
  currentInflight: gauge('apiserver_current_inflight_requests', {
    stability: 'STABLE',
    help: 'Maximum number of concurrently executing requests of a kind during the last second.',
    labels: ['request_kind'],
  }),
  currentInqueue: gauge('apiserver_current_inqueue_requests', {
    stability: 'ALPHA',
    help: 'Maximum number of concurrently queued requests of a kind during the last second.',
    labels: ['request_kind'],
  }),
  terminations: counter('apiserver_request_terminations_total', {
    stability: 'ALPHA',
    help: 'Requests that were ended early to protect the server.',
    labels: [...endpoint, 'code'],
  }),
  aborts: counter('apiserver_request_aborts_total', {
    stability: 'ALPHA',
    help: 'Requests whose response was cut off, for example by a timeout.',
    labels: ['verb', 'group', 'version', 'resource', 'subresource', 'scope'],
  }),
  filterDuration: histogram('apiserver_request_filter_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that a request spent in a filter.',
    labels: ['filter'],
    buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30],
  }),
  selfRequests: counter('apiserver_selfrequest_total', {
    stability: 'ALPHA',
    help: 'Requests that the server made to itself.',
    labels: ['verb', 'group', 'resource', 'subresource'],
  }),
  deprecatedApis: gauge('apiserver_requested_deprecated_apis', {
    stability: 'STABLE',
    help: 'Deprecated APIs that have been requested, with the release that removes them.',
    labels: [...resource, 'subresource', 'removed_release'],
  }),
  tlsHandshakeErrors: counter('apiserver_tls_handshake_errors_total', {
    stability: 'ALPHA',
    help: 'Connections that were dropped because the TLS handshake failed.',
  }),
} as const;

/** Events sent to watchers. */
export const watchMetrics = {
  events: counter('apiserver_watch_events_total', {
    stability: 'ALPHA',
    help: 'Events that were sent to watchers.',
    labels: resource,
  }),
  eventSizes: histogram('apiserver_watch_events_sizes', {
    stability: 'ALPHA',
    help: 'Size in bytes of events that were sent to watchers.',
    labels: resource,
    buckets: exponentialBuckets(1024, 2, 8),
  }),
  listDuration: histogram('apiserver_watch_list_duration_seconds', {
    stability: 'BETA',
    help: 'Seconds until a watch has sent its initial events.',
    labels: [...resource, 'scope'],
    buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
  }),
} as const;
