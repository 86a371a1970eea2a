export { type AuditConfig, auditConfig, auditFlags, validateAudit } from './audit-config.js';
export { createAuditor, type OpenAuditLog } from './create-auditor.js';
export { unreachableProblem } from './default-address.js';
export { createEgress, type EgressConfig, egressConfig, egressFlags, validateEgress } from './egress-config.js';
export { ensureDirectory } from './ensure-directory.js';
export { type GenericConfig, genericConfig, genericFlags, validateGeneric } from './generic-config.js';
export { addHealthChecks } from './health-checks.js';
export { type KeyPairFiles, keyPairFiles, unpairedFiles } from './key-pair-files.js';
export { type LogConfig, logConfig, logFlags, validateLogging } from './log-config.js';
export { embeddedOptions, type OpenEngine, openStorage } from './open-storage.js';
export { serverIdOf } from './server-id.js';
export {
  effectiveAddresses,
  listenOptions,
  portProblems,
  type ServerAddress,
  type ServingConfig,
  serverAddress,
  servingConfig,
  servingFlags,
  validateServing,
} from './serving-config.js';
export { type StorageConfig, storageConfig, storageFlags, validateStorage } from './storage-config.js';
export { createTracing, type TracingConfig, tracingConfig, tracingFlags, validateTracing } from './tracing-config.js';
