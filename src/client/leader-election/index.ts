export { LeaderElector, type LeaderElectorOptions } from './leader-elector.js';
export { type Lease, type LeaseSpec, leaseResource } from './lease.js';
