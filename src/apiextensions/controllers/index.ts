export { DiscoveryController } from './discovery-controller.js';
export { FinalizingController } from './finalizing-controller.js';
export { StatusController } from './status-controller.js';
