export { Delegation, type DelegationOptions } from './delegation.js';
