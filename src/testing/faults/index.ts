export type { Fault, FaultEffect, FaultOptions } from './fault.js';
export { Faults } from './faults.js';
export type { RequestMatch } from './request-match.js';
