export { addFlowControlHooks } from './flow-control-objects.js';
export { addServiceControllers, type KubernetesServiceConfig } from './service-controllers.js';
export { SystemNamespaces } from './system-namespaces.js';
export { createSystemPriorityClasses } from './system-priority-classes.js';
