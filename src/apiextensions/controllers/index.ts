export { DiscoveryController } from './discovery-controller.js';
export { FinalizingController, type FinalizingControllerOptions } from './finalizing-controller.js';
export { StatusController, type StatusControllerOptions } from './status-controller.js';
