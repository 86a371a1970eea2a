export { AccessMetrics } from './access-metrics.js';
export { ApiServerMetrics, type RequestKindCounts, WatchEventMetrics } from './api-server-metrics.js';
export { clientMetrics } from './client-metrics.js';
export { countFromStart } from './count-from-start.js';
export { type CounterDeclaration, counter, type GaugeDeclaration } from './declaration.js';
export { egressMetrics } from './declarations/clients.js';
export { flowControlMetrics } from './declarations/flow-control.js';
export { runtimeMetrics } from './declarations/process.js';
export { requestMetrics } from './declarations/requests.js';
export {
  admissionMetrics,
  auditMetrics,
  authenticationMetrics,
  authorizationMetrics,
  externalSignerMetrics,
} from './declarations/security.js';
export {
  aggregatorMetrics,
  allocationMetrics,
  buildMetrics,
  certificateMetrics,
  extensionMetrics,
  repairMetrics,
} from './declarations/server.js';
export { encryptionMetrics, storageMetrics, watchCacheMetrics } from './declarations/storage.js';
export { observeEncryption } from './encryption-metrics.js';
export type { RequestOutcome } from './endpoint-metrics.js';
export { collectEtcd } from './etcd-metrics.js';
export { recordFeatures, recordVersion } from './feature-metrics.js';
export { hashLabel } from './hash-label.js';
export { countHealthChecks } from './health-metrics.js';
export { MetricFamily, only } from './metric-family.js';
export { type MetricsExposure, MetricsRegistry } from './metrics-registry.js';
export { collectProcessMetrics, recordStartTime } from './process-metrics.js';
export { measuredQueues } from './queue-metrics.js';
export { collectRegistered } from './registered-metrics.js';
export { dryRunLabel, labelsOf, type RequestFacts, scopeOf } from './request-labels.js';
export { ResourceMetrics, type ResourceStatistics } from './resource-metrics.js';
export { Counter, Gauge, Histogram } from './series.js';
export { formatFloat } from './text-format.js';
