export { AddressRange, familyOf, type IpFamily } from './address-range.js';
export { AllocationError } from './allocation-error.js';
export { AllocationMetrics } from './allocation-metrics.js';
export { type AddressOwner, ClusterAddresses } from './cluster-addresses.js';
export { NodePorts } from './node-ports.js';
export { PortRange } from './port-range.js';
