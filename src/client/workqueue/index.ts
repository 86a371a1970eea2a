export type { WorkQueueMetrics, WorkQueueMetricsProvider, WorkQueueState } from './queue-metrics.js';
export {
  defaultRateLimiter,
  ExponentialPerItem,
  type RateLimiter,
  slowestOf,
  TokenBucket,
} from './rate-limiter.js';
export { type ControllerOptions, type ReconcileResult, runController } from './run-controller.js';
export { WorkQueue, type WorkQueueOptions } from './work-queue.js';
