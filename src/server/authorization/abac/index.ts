export { AttributePolicies } from './attribute-policies.js';
