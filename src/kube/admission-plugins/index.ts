export { NamespaceLifecycle } from './namespace-lifecycle.js';
export { ServiceAccount, type ServiceAccountOptions } from './service-account.js';
