export { AccessMetrics } from './access-metrics.js';
export { ApiServerMetrics, type RequestKindCounts, WatchEventMetrics } from './api-server-metrics.js';
export { countFromStart } from './count-from-start.js';
export {
  type CounterDeclaration,
  counter,
  exponentialBuckets,
  type GaugeDeclaration,
  gauge,
  type HistogramDeclaration,
  histogram,
  type MetricDeclaration,
  type Stability,
} from './declaration.js';
export { flowControlMetrics } from './declarations/flow-control.js';
export { processMetrics, runtimeMetrics } from './declarations/process.js';
export { requestMetrics, watchMetrics } from './declarations/requests.js';
export {
  admissionMetrics,
  auditMetrics,
  authenticationMetrics,
  authorizationMetrics,
} from './declarations/security.js';
export {
  aggregatorMetrics,
  buildMetrics,
  extensionMetrics,
  healthMetrics,
  workQueueMetrics,
} from './declarations/server.js';
export { encryptionMetrics, storageMetrics, watchCacheMetrics } from './declarations/storage.js';
export { EndpointMetrics, type RequestOutcome } from './endpoint-metrics.js';
export { countHealthChecks } from './health-metrics.js';
export { type LabelValues, MetricFamily, only } from './metric-family.js';
export { type MetricsAnswer, MetricsRegistry } from './metrics-registry.js';
export { collectProcessMetrics, tellStartTime } from './process-metrics.js';
export { dryRunLabel, type EndpointLabels, labelsOf, type RequestFacts } from './request-labels.js';
export { ResourceMetrics, type ResourceStatistics } from './resource-metrics.js';
export { Counter, Gauge, Histogram } from './series.js';
