export { type HealthCheck, logCheck, pingCheck, shutdownCheck } from './health-check.js';
export type { CheckOutcome } from './health-endpoint.js';
export { HealthRegistry } from './health-registry.js';
