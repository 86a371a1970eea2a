export { type Authorizer, alwaysAllow, type Decision } from './authorizer.js';
