export { AdmissionChain } from './admission-chain.js';
export { AdmissionRequest } from './admission-request.js';
export { ClusterObjects } from './cluster-objects.js';
export { forbiddenBy } from './forbidden-by.js';
export { type IsTerminating, NamespaceLifecycle } from './namespace-lifecycle.js';
export { type AdmissionHandler, type AdmissionPlugin, allOperations } from './plugin.js';
