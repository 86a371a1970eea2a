export { ApiExtensionsServer } from './api-extensions-server.js';
export { apiExtensionsFeatureGates } from './feature-gates.js';
