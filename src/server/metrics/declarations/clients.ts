// Follows staging/src/k8s.io/component-base/metrics/prometheus/workqueue/metrics.go (v1.36)
// Follows staging/src/k8s.io/component-base/metrics/prometheus/restclient/metrics.go (v1.36)

import { counter, exponentialBuckets, gauge, histogram } from '../declaration.js';

const queue = ['name'] as const;
const queueDurations = exponentialBuckets(1e-8, 10, 10);

/** The work queues of controllers. */
export const workQueueMetrics = {
  adds: counter('workqueue_adds_total', { stability: 'BETA', help: 'Items added to the queue.', labels: queue }),
  depth: gauge('workqueue_depth', { stability: 'BETA', help: 'Items that wait in the queue.', labels: queue }),
  retries: counter('workqueue_retries_total', {
    stability: 'BETA',
    help: 'Items that were added again after a delay.',
    labels: queue,
  }),
  queueDuration: histogram('workqueue_queue_duration_seconds', {
    stability: 'BETA',
    help: 'Seconds that items waited in the queue.',
    labels: queue,
    buckets: queueDurations,
  }),
  workDuration: histogram('workqueue_work_duration_seconds', {
    stability: 'BETA',
    help: 'Seconds that items took to process.',
    labels: queue,
    buckets: queueDurations,
  }),
  unfinished: gauge('workqueue_unfinished_work_seconds', {
    stability: 'BETA',
    help: 'Seconds that the items in progress have taken so far, together.',
    labels: queue,
  }),
  longestRunning: gauge('workqueue_longest_running_processor_seconds', {
    stability: 'BETA',
    help: 'Seconds that the oldest item in progress has taken so far.',
    labels: queue,
  }),
} as const;

const sizes = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** Requests to other servers: extension API servers, webhooks, kubelets. */
export const restClientMetrics = {
  requests: counter('rest_client_requests_total', {
    stability: 'ALPHA',
    help: 'Requests to other servers, by response code.',
    labels: ['code', 'method', 'host'],
    keepsRecent: 500,
  }),
  duration: histogram('rest_client_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of requests to other servers.',
    labels: ['verb', 'host'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
    keepsRecent: 500,
  }),
  requestSize: histogram('rest_client_request_size_bytes', {
    stability: 'ALPHA',
    help: 'Size of the bodies of requests to other servers.',
    labels: ['verb', 'host'],
    buckets: sizes,
    keepsRecent: 500,
  }),
  responseSize: histogram('rest_client_response_size_bytes', {
    stability: 'ALPHA',
    help: 'Size of the bodies of their responses.',
    labels: ['verb', 'host'],
    buckets: sizes,
    keepsRecent: 500,
  }),
} as const;

export const egressMetrics = {
  starts: counter('apiserver_egress_dialer_dial_start_total', {
    stability: 'ALPHA',
    help: 'Connections that were begun through a proxy of the egress selector.',
    labels: ['protocol', 'transport'],
  }),
  duration: histogram('apiserver_egress_dialer_dial_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds until a connection through a proxy of the egress selector was open.',
    labels: ['protocol', 'transport'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 12.5],
  }),
  failures: counter('apiserver_egress_dialer_dial_failure_count', {
    stability: 'ALPHA',
    help: 'Connections that failed: to the proxy (connect), or behind it (proxy).',
    labels: ['protocol', 'transport', 'stage'],
  }),
} as const;
