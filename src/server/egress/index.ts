export { readEgressConfiguration } from './egress-configuration.js';
export { EgressSelector } from './egress-selector.js';
