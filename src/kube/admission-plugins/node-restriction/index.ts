export type { NodeRestrictionOptions } from './node-request.js';
export { NodeRestriction } from './node-restriction.js';
