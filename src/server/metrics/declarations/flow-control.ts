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
  seatUtilization: histogram('apiserver_flowcontrol_priority_level_seat_utilization', {
    stability: 'ALPHA',
    help: 'Share of its seats that a level uses, observed each nanosecond.',
    labels: [...level, 'phase'],
    buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  }),
  requestUtilization: histogram('apiserver_flowcontrol_priority_level_request_utilization', {
    stability: 'ALPHA',
    help: 'Requests of a level as a share of its limit, observed each nanosecond.',
    labels: [...level, 'phase'],
    buckets: [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
  }),
  demandSeats: histogram('apiserver_flowcontrol_demand_seats', {
    stability: 'ALPHA',
    help: 'Seats that a level could use as a share of its nominal ones, observed each nanosecond.',
    labels: level,
    buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6],
  }),
  currentRequests: histogram('apiserver_flowcontrol_read_vs_write_current_requests', {
    stability: 'ALPHA',
    help: 'Requests of a kind as a share of the limit, observed each nanosecond.',
    labels: ['phase', 'request_kind'],
    buckets: [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  }),
  highestDemand: levelGauge('apiserver_flowcontrol_demand_seats_high_watermark', 'Highest demand of the last period.'),
  averageDemand: levelGauge('apiserver_flowcontrol_demand_seats_average', 'Average demand of the last period.'),
  demandDeviation: levelGauge('apiserver_flowcontrol_demand_seats_stdev', 'Standard deviation of the demand.'),
  smoothedDemand: levelGauge('apiserver_flowcontrol_demand_seats_smoothed', 'Smoothed demand.'),
  targetSeats: levelGauge('apiserver_flowcontrol_target_seats', 'Seats that the allocation aims at.'),
  fairFraction: gauge('apiserver_flowcontrol_seat_fair_frac', {
    stability: 'ALPHA',
    help: 'Fraction of its target that each level gets.',
  }),
  virtualTime: levelGauge('apiserver_flowcontrol_current_r', 'Virtual time of the last change.'),
  dispatchTime: levelGauge('apiserver_flowcontrol_dispatch_r', 'Virtual time of the last dispatch.'),
  latestStart: levelGauge('apiserver_flowcontrol_latest_s', 'Virtual start of the request dispatched last.'),
  nextStarts: gauge('apiserver_flowcontrol_next_s_bounds', {
    stability: 'ALPHA',
    help: 'Bounds of the virtual starts of the next requests of the queues.',
    labels: [...level, 'bound'],
  }),
  nextDiscountedStarts: gauge('apiserver_flowcontrol_next_discounted_s_bounds', {
    stability: 'ALPHA',
    help: 'The same, less the estimated work in progress.',
    labels: [...level, 'bound'],
  }),
  estimatedSeats: histogram('apiserver_flowcontrol_work_estimated_seats', {
    stability: 'ALPHA',
    help: 'Seats that a request was expected to need.',
    labels: flow,
    buckets: [1, 2, 4, 8, 16, 32, 64, 100],
  }),
} as const;
