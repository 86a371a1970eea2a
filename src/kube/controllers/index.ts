export { addServiceControllers, type KubernetesServiceConfig } from './service-controllers.js';
export { SystemNamespaces } from './system-namespaces.js';
export { createSystemPriorityClasses } from './system-priority-classes.js';
