export { NodeAuthorizer } from './node-authorizer.js';
export { nodeOf } from './node-of.js';
export { namedBy } from './pod-references.js';
