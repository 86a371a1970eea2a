export { addServiceControllers, type KubernetesServiceConfig } from './service-controllers.js';
export { SystemNamespaces } from './system-namespaces.js';
