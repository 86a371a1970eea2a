// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go (v1.36)

import { counter, gauge, histogram } from '../declaration.js';

const level = ['priority_level'] as const;
const flow = ['priority_level', 'flow_schema'] as const;
const waitBuckets = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const levelGauge = (name: string, help: string) => gauge(name, { stability: 'ALPHA', help, labels: level });

/** API priority and fairness. */
export const flowControlMetrics = {
  rejected: counter('apiserver_flowcontrol_rejected_requests_total', {
    stability: 'BETA',
    help: 'Requests that were rejected.',
    labels: [...flow, 'reason'],
  }),
  dispatched: counter('apiserver_flowcontrol_dispatched_requests_total', {
    stability: 'BETA',
    help: 'Requests that were dispatched.',
    labels: flow,
  }),
  executingRequests: gauge('apiserver_flowcontrol_current_executing_requests', {
    stability: 'BETA',
    help: 'Requests that are executing.',
    labels: flow,
  }),
  executingSeats: gauge('apiserver_flowcontrol_current_executing_seats', {
    stability: 'BETA',
    help: 'Seats that executing requests occupy.',
    labels: flow,
  }),
  inqueueRequests: gauge('apiserver_flowcontrol_current_inqueue_requests', {
    stability: 'BETA',
    help: 'Requests that wait in queues.',
    labels: flow,
  }),
  inqueueSeats: gauge('apiserver_flowcontrol_current_inqueue_seats', {
    stability: 'ALPHA',
    help: 'Seats that queued requests will occupy.',
    labels: flow,
  }),
  nominalLimitSeats: gauge('apiserver_flowcontrol_nominal_limit_seats', {
    stability: 'BETA',
    help: 'Configured seats of a priority level.',
    labels: level,
  }),
  currentLimitSeats: levelGauge('apiserver_flowcontrol_current_limit_seats', 'Seats that a level has now.'),
  lowerLimitSeats: levelGauge('apiserver_flowcontrol_lower_limit_seats', 'Seats that others cannot borrow.'),
  upperLimitSeats: levelGauge('apiserver_flowcontrol_upper_limit_seats', 'Seats that a level can have at most.'),
  queueLength: histogram('apiserver_flowcontrol_request_queue_length_after_enqueue', {
    stability: 'ALPHA',
    help: 'Length of a queue right after a request was added.',
    labels: flow,
    buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
  }),
  waitDuration: histogram('apiserver_flowcontrol_request_wait_duration_seconds', {
    stability: 'BETA',
    help: 'Seconds that a request waited in its queue.',
    labels: [...flow, 'execute'],
    buckets: waitBuckets,
  }),
  executionDuration: histogram('apiserver_flowcontrol_request_execution_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that the execution of a request took.',
    labels: [...flow, 'type'],
    buckets: waitBuckets,
  }),
  estimatedSeats: histogram('apiserver_flowcontrol_work_estimated_seats', {
    stability: 'ALPHA',
    help: 'Seats that a request was expected to need.',
    labels: flow,
    buckets: [1, 2, 4, 8, 16, 32, 64, 100],
  }),
} as const;
