export { addFlowControlHooks } from './flow-control-objects.js';
export { IdentityLease, type ServerIdentity } from './identity-lease.js';
export { LegacyTokenTracking } from './legacy-token-tracking.js';
export { retryUntilSuccess } from './retry-until-success.js';
export { addServiceControllers, type KubernetesServiceConfig } from './service-controllers.js';
export { SystemNamespaces } from './system-namespaces.js';
export { createSystemPriorityClasses } from './system-priority-classes.js';
