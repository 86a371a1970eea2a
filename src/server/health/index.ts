export { type HealthCheck, informerSyncCheck, logCheck, pingCheck, shutdownCheck } from './health-check.js';
export type { CheckOutcome, HealthAnswer, HealthEndpointName, HealthRequest } from './health-endpoint.js';
export { HealthRegistry, type HealthRegistryOptions } from './health-registry.js';
